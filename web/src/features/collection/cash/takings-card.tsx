import type { Takings } from '@jaanch/collection/cash/api'
import { rupees } from '@jaanch/contracts/money'
import { CircleCheck, Clock, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { mutate } from 'swr'
import { z } from 'zod'
import { useCommand } from '@/components/use-command'
import { liveQuery, useResource } from '@/lib/cache/use-resource'
import { clockText, instantText } from '@/lib/format/dates'
import { rupeesText } from '@/lib/format/numbers'
import { resolverFor } from '@/lib/forms'
import { call } from '@/lib/http/call'
import type { OptionsAt } from '@/lib/http/contract'
import { urlOf } from '@/lib/http/url'
import { derivedFrom } from '@/lib/live/live-rule'
import { type BadgeStyle, StyledBadge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Named } from '@/ui/named'
import { count as countTexts, takings as texts } from './texts'

/** What one person took, what was counted, and of which bookings it is. */
export function TakingsCard({ takings, date }: { takings: Takings; date: string }) {
  const { name, expected, bookings, counts, isCountable, collectorId } = takings
  const heading = useId()
  const [count, ...former] = counts
  const later = count ? bookings.filter(({ at }) => at > count.at) : []
  return (
    <Card className="overflow-hidden">
      <article aria-labelledby={heading}>
        <div className="grid gap-4 p-4 sm:p-5">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h2 id={heading} className="font-semibold text-base">
              {name ?? texts.nobody}
            </h2>
            {isCountable && <StyledBadge {...differenceOf(takings)} />}
          </div>
          <dl className="grid grid-cols-2 gap-3 sm:max-w-md">
            <div>
              <dt className="text-ink-soft text-xs">{texts.expected}</dt>
              <dd className="font-bold text-xl tabular-nums">{rupeesText(expected)}</dd>
            </div>
            {count && (
              <div>
                <dt className="text-ink-soft text-xs">{texts.counted}</dt>
                <dd className="font-bold text-xl tabular-nums">{rupeesText(count.counted)}</dd>
              </div>
            )}
          </dl>
          {count && (
            <div className="text-ink-soft text-xs tabular-nums">
              <p>{byText(count)}</p>
              {former.map((each) => (
                <p key={each.id}>{texts.corrected(each.counted, byText(each))}</p>
              ))}
              {later.length > 0 && <p className="font-medium text-ink">{texts.later(later.length)}</p>}
            </div>
          )}
          {isCountable && collectorId !== null && (
            <CountForm
              // what was counted by somebody else is not overwritten with what was typed before
              key={count?.id ?? 'first'}
              of={{ date, collectorId, replaces: count?.id ?? null }}
              name={name ?? ''}
            />
          )}
        </div>
        {bookings.length > 0 && (
          <details className="border-t bg-sunken/50">
            <summary className="flex min-h-11 cursor-pointer items-center px-4 font-semibold text-ink-soft text-xs sm:px-5">
              {texts.payments(bookings.length)}
            </summary>
            <ul className="divide-y px-4 pb-3 tabular-nums sm:px-5">
              {bookings.map(({ bookingId, orderNumber, amount, at }) => (
                <li key={bookingId} className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-2">
                  <span>{orderNumber ?? texts.noOrder}</span>
                  <span className="text-ink-soft">
                    {clockText(new Date(at))}
                    {count && at > count.at && `, ${texts.isLater}`}
                  </span>
                  <span className="font-semibold">{rupeesText(amount)}</span>
                </li>
              ))}
            </ul>
          </details>
        )}
      </article>
    </Card>
  )
}

function byText({ countedBy, at }: Takings['counts'][number]): string {
  return texts.by(countedBy ?? texts.somebody, instantText(at))
}

function differenceOf({ expected, counts: [count] }: Takings): BadgeStyle {
  if (!count) return { label: texts.notCounted, variant: 'neutral', icon: Clock }
  const paise = Math.round((count.counted - expected) * 100)
  if (paise === 0) return { label: texts.agrees, variant: 'success', icon: CircleCheck }
  const amount = Math.abs(paise) / 100
  return paise < 0
    ? { label: texts.short(amount), variant: 'error', icon: TriangleAlert }
    : { label: texts.over(amount), variant: 'accent', icon: TriangleAlert }
}

const form = z.object({
  counted: z.string().refine((typed) => typed.trim() !== '' && rupees.safeParse(amountOf(typed)).success, {
    error: countTexts.wrong,
  }),
})

type CountFormProps = { of: Omit<Parameters<typeof countCash>[0], 'counted'>; name: string }

/** Records what somebody handed in, or corrects it. */
function CountForm({ of, name }: CountFormProps) {
  const { register, handleSubmit, formState, reset } = useForm<z.input<typeof form>>({
    resolver: resolverFor(form),
    defaultValues: { counted: '' },
  })
  const { run, busy } = useCommand({
    send: (counted: number) => countCash({ ...of, counted }),
    succeeded: countTexts.done,
    done: () => reset(),
    failed: countTexts.failed,
  })
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-3"
      onSubmit={handleSubmit(({ counted }) => run(amountOf(counted)))}
    >
      <Field
        label={countTexts.field}
        error={formState.errors.counted?.message}
        className="min-w-0 grow basis-32 sm:max-w-44"
      >
        <Input inputMode="decimal" autoComplete="off" {...register('counted')} />
      </Field>
      <Button type="submit" variant="soft" loading={busy} className="mt-7.5">
        <Named of={countTexts.of(name)}>{of.replaces === null ? countTexts.save : countTexts.correct}</Named>
      </Button>
    </form>
  )
}

/** @param typed such as `1,250.50` @returns rupees; NaN for what is no amount */
function amountOf(typed: string): number {
  return Number(typed.trim().replaceAll(',', ''))
}

const cashPath = '/api/lab/cash'

const takings = liveQuery(cashPath, derivedFrom('booking'))

/** What was taken in cash on a day, by who recorded it. @param date IST */
export function useCash(date: string) {
  return useResource(takings, { query: { date } })
}

/** Records what somebody handed in; given again after a lost answer it changes nothing. */
async function countCash(body: OptionsAt<'POST', typeof cashPath>['body']): Promise<void> {
  try {
    await call('POST', cashPath, { body })
  } finally {
    // also after a conflict: somebody else has counted
    void mutate(urlOf(cashPath, undefined, { date: body.date }))
  }
}
