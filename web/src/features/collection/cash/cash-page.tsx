import type { cashCalls, Takings } from '@jaanch/collection/cash/api'
import { istDate } from '@jaanch/contracts/calendar'
import type { ResponseOf } from '@jaanch/contracts/http/route'
import { CircleCheck, Clock, TriangleAlert, Wallet } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { paymentTexts } from '@/components/booking/texts'
import { useAddressState } from '@/lib/address-state'
import { liveQuery, useResource } from '@/lib/cache/use-resource'
import { clockText, instantText } from '@/lib/format/dates'
import { rupeesText } from '@/lib/format/numbers'
import { countedText } from '@/lib/format/text'
import { derivedFrom } from '@/lib/live/live-rule'
import { bookingPathFor } from '@/lib/paths'
import { type BadgeStyle, StyledBadge } from '@/ui/badge'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { Input } from '@/ui/input'
import { PageHeading } from '@/ui/page-heading'
import { Panel } from '@/ui/panel'
import { SkeletonBlocks } from '@/ui/skeleton'
import { CountForm, cashPath } from './count-form'
import * as texts from './texts'

const cash = liveQuery(cashPath, derivedFrom('booking'))

/** The payments of a day, the cash by who recorded it, to be compared with what they hand in, and the amounts that are due. */
export function CashPage() {
  const today = istDate(new Date())
  const [address, setAddress] = useAddressState({ date: '' })
  const date = /^\d{4}-\d\d-\d\d$/.test(address.date) ? address.date : today
  const { data, loading } = useResource(cash, { query: { date } })
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
      {data && (
        <div className="mb-4 grid items-start gap-3 lg:grid-cols-2">
          {data.taken && <TakenOnDay taken={data.taken} isToday={date === today} />}
          <Due due={data.due} />
        </div>
      )}
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

/** The payments of a day by method. */
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
                <span className="text-ink-soft text-xs">{countedText(payments, 'payment')}</span>
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

/** The amounts due from completed bookings. */
function Due({ due: { bookings, isCut } }: { due: Cash['due'] }) {
  return (
    <Panel title={texts.sums.due}>
      {bookings.length === 0 && <p className={note}>{texts.sums.noneDue}</p>}
      {bookings.length > 0 && (
        <details>
          <summary className={`${row} min-h-11 cursor-pointer`}>
            <span>{countedText(bookings.length, 'booking')}</span>
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
            <Amount name={texts.takings.expected} amount={expected} />
            {count && <Amount name={texts.takings.counted} amount={count.counted} />}
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
              {countedText(bookings.length, 'payment')}
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

function Amount({ name, amount }: { name: string; amount: number }) {
  return (
    <div>
      <dt className="text-ink-soft text-xs">{name}</dt>
      <dd className="font-bold text-xl tabular-nums">{rupeesText(amount)}</dd>
    </div>
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
