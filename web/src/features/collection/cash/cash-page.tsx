import type { cashCalls, Takings } from '@jaanch/collection/cash/api'
import { istDate } from '@jaanch/contracts/calendar'
import type { ResponseOf } from '@jaanch/contracts/http/route'
import { rupees } from '@jaanch/contracts/money'
import { CircleCheck, Clock, TriangleAlert, Wallet } from 'lucide-react'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { mutate } from 'swr'
import { z } from 'zod'
import { paymentTexts } from '@/components/booking/texts'
import { useCommand } from '@/components/use-command'
import { useAddressState } from '@/lib/address-state'
import { liveQuery, useResource } from '@/lib/cache/use-resource'
import { clockText, instantText } from '@/lib/format/dates'
import { rupeesText } from '@/lib/format/numbers'
import { resolverFor } from '@/lib/forms'
import { call } from '@/lib/http/call'
import type { OptionsAt } from '@/lib/http/contract'
import { urlOf } from '@/lib/http/url'
import { derivedFrom } from '@/lib/live/live-rule'
import { bookingPathFor } from '@/lib/paths'
import { type BadgeStyle, StyledBadge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Named } from '@/ui/named'
import { PageHeading } from '@/ui/page-heading'
import { Panel } from '@/ui/panel'
import { SkeletonBlocks } from '@/ui/skeleton'
import * as texts from './texts'

/** The payments of a day, the cash by who recorded it, to be compared with what they hand in, and the amounts that are due. */
export function CashPage() {
  const today = istDate(new Date())
  const [address, setAddress] = useAddressState({ date: '' })
  const date = /^\d{4}-\d\d-\d\d$/.test(address.date) ? address.date : today
  const { data, loading } = useCash(date)
  return (
    <>
      <PageHeading {...texts.page.heading}>
        <Input
          type="date"
          aria-label={texts.page.day}
          value={date}
          className="w-40"
          onChange={({ target }) =>
            target.value && setAddress({ date: target.value === today ? '' : target.value })
          }
        />
      </PageHeading>
      {loading && (
        <SkeletonBlocks label={texts.page.loading} className="grid gap-3" blocks={['h-40', 'h-40']} />
      )}
      {!loading && !data && <EmptyState icon={Wallet} title={texts.page.failed} />}
      {data && <DaySums cash={data} isToday={date === today} />}
      {data?.takings.length === 0 && (
        <EmptyState icon={Wallet} title={texts.page.none} text={texts.page.noneText} />
      )}
      {data && data.takings.length > 0 && (
        <ul className="grid gap-3">
          {data.takings.map((takings) => (
            <li key={`${date} ${takings.collectorId}`}>
              <TakingsCard takings={takings} date={date} />
            </li>
          ))}
        </ul>
      )}
      {data?.isCut && <p className="mt-4 font-medium">{texts.page.cut}</p>}
    </>
  )
}

type Cash = ResponseOf<typeof cashCalls.listCash>

const row = 'flex flex-wrap justify-between gap-x-4 gap-y-1 px-4 py-2.5 sm:px-5'

const note = 'px-4 py-3 text-ink-soft text-sm sm:px-5'

/** The payments of a day by every method, and the amounts due from completed bookings. */
function DaySums({ cash: { taken, due }, isToday }: { cash: Cash; isToday: boolean }) {
  return (
    <div className="mb-4 grid items-start gap-3 lg:grid-cols-2">
      {taken && <TakenOnDay taken={taken} isToday={isToday} />}
      <Due due={due} />
    </div>
  )
}

function TakenOnDay({ taken, isToday }: { taken: NonNullable<Cash['taken']>; isToday: boolean }) {
  return (
    <Panel title={texts.sums.taken(isToday)}>
      {taken.length === 0 && <p className={note}>{texts.sums.nothing}</p>}
      {taken.length > 0 && (
        <ul className="divide-y tabular-nums">
          {taken.map(({ method, payments, amount }) => (
            <li key={method} className={row}>
              <span>
                {paymentTexts[method]}{' '}
                <span className="text-ink-soft text-xs">{texts.sums.payments(payments)}</span>
              </span>
              <span className="font-semibold">{rupeesText(amount)}</span>
            </li>
          ))}
          <li className={`${row} font-bold`}>
            <span>{texts.sums.total}</span>
            <span>{rupeesText(sumOf(taken))}</span>
          </li>
        </ul>
      )}
    </Panel>
  )
}

function Due({ due: { bookings, isCut } }: { due: Cash['due'] }) {
  return (
    <Panel title={texts.sums.due}>
      {bookings.length === 0 && <p className={note}>{texts.sums.noneDue}</p>}
      {bookings.length > 0 && (
        <details>
          <summary className={`${row} min-h-11 cursor-pointer`}>
            <span>{texts.sums.bookings(bookings.length)}</span>
            <span className="font-bold tabular-nums">{rupeesText(sumOf(bookings))}</span>
          </summary>
          <p className={note}>{texts.sums.dueText}</p>
          <ul className="divide-y border-t tabular-nums">
            {bookings.map(({ bookingId, orderNumber, method, amount }) => (
              <li key={bookingId} className={row}>
                <Link
                  to={bookingPathFor('lab-partner', bookingId)}
                  className="font-semibold text-brand underline"
                >
                  {orderNumber ?? texts.takings.noOrder}
                </Link>
                <span className="text-ink-soft">{paymentTexts[method]}</span>
                <span className="font-semibold">{rupeesText(amount)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {isCut && <p className={`${note} font-medium`}>{texts.sums.dueCut}</p>}
    </Panel>
  )
}

/** In paise: rupees with two decimals have no exact sums */
function sumOf(rows: readonly { amount: number }[]): number {
  return rows.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100
}

function TakingsCard({ takings, date }: { takings: Takings; date: string }) {
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
              {name ?? texts.takings.nobody}
            </h2>
            {isCountable && <StyledBadge {...differenceOf(takings)} />}
          </div>
          <dl className="grid grid-cols-2 gap-3 sm:max-w-md">
            <div>
              <dt className="text-ink-soft text-xs">{texts.takings.expected}</dt>
              <dd className="font-bold text-xl tabular-nums">{rupeesText(expected)}</dd>
            </div>
            {count && (
              <div>
                <dt className="text-ink-soft text-xs">{texts.takings.counted}</dt>
                <dd className="font-bold text-xl tabular-nums">{rupeesText(count.counted)}</dd>
              </div>
            )}
          </dl>
          {count && (
            <div className="text-ink-soft text-xs tabular-nums">
              <p>{byText(count)}</p>
              {former.map((each) => (
                <p key={each.id}>{texts.takings.corrected(each.counted, byText(each))}</p>
              ))}
              {later.length > 0 && (
                <p className="font-medium text-ink">{texts.takings.later(later.length)}</p>
              )}
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
              {texts.takings.payments(bookings.length)}
            </summary>
            <ul className="divide-y px-4 pb-3 tabular-nums sm:px-5">
              {bookings.map(({ bookingId, orderNumber, amount, at }) => (
                <li key={bookingId} className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-2">
                  <span>{orderNumber ?? texts.takings.noOrder}</span>
                  <span className="text-ink-soft">
                    {clockText(new Date(at))}
                    {count && at > count.at && `, ${texts.takings.isLater}`}
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
  return texts.takings.by(countedBy ?? texts.takings.somebody, instantText(at))
}

function differenceOf({ expected, counts: [count] }: Takings): BadgeStyle {
  if (!count) return { label: texts.takings.notCounted, variant: 'neutral', icon: Clock }
  const paise = Math.round((count.counted - expected) * 100)
  if (paise === 0) return { label: texts.takings.agrees, variant: 'success', icon: CircleCheck }
  const amount = Math.abs(paise) / 100
  return paise < 0
    ? { label: texts.takings.short(amount), variant: 'error', icon: TriangleAlert }
    : { label: texts.takings.over(amount), variant: 'accent', icon: TriangleAlert }
}

const form = z.object({
  counted: z.string().refine((typed) => typed.trim() !== '' && rupees.safeParse(amountOf(typed)).success, {
    error: texts.count.wrong,
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
    succeeded: texts.count.done,
    done: () => reset(),
    failed: texts.count.failed,
  })
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-3"
      onSubmit={handleSubmit(({ counted }) => run(amountOf(counted)))}
    >
      <Field
        label={texts.count.field}
        error={formState.errors.counted?.message}
        className="min-w-0 grow basis-32 sm:max-w-44"
      >
        <Input inputMode="decimal" autoComplete="off" {...register('counted')} />
      </Field>
      <Button type="submit" variant="soft" loading={busy} className="mt-7.5">
        <Named of={texts.count.of(name)}>
          {of.replaces === null ? texts.count.save : texts.count.correct}
        </Named>
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

/** The cash that was taken on a day, by the person who recorded it. @param date IST */
function useCash(date: string) {
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
