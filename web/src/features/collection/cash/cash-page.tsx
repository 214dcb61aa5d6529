import type { cashCalls } from '@jaanch/collection/cash/api'
import { istDate } from '@jaanch/contracts/calendar'
import type { ResponseOf } from '@jaanch/contracts/http/route'
import { Wallet } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paymentTexts } from '@/components/booking/texts'
import { useAddressState } from '@/lib/address-state'
import { rupeesText } from '@/lib/format/numbers'
import { bookingPathFor } from '@/lib/paths'
import { EmptyState } from '@/ui/empty-state'
import { Input } from '@/ui/input'
import { PageHeading } from '@/ui/page-heading'
import { Panel } from '@/ui/panel'
import { SkeletonBlocks } from '@/ui/skeleton'
import { TakingsCard, useCash } from './takings-card'
import { sums as sumsTexts, takings as takingsTexts, page as texts } from './texts'

/** The payments of a day, the cash by who recorded it, to be compared with what they hand in, and the amounts that are due. */
export function CashPage() {
  const today = istDate(new Date())
  const [address, setAddress] = useAddressState({ date: '' })
  const date = /^\d{4}-\d\d-\d\d$/.test(address.date) ? address.date : today
  const { data, loading } = useCash(date)
  return (
    <>
      <PageHeading {...texts.heading}>
        <Input
          type="date"
          aria-label={texts.day}
          value={date}
          className="w-40"
          onChange={({ target }) =>
            target.value && setAddress({ date: target.value === today ? '' : target.value })
          }
        />
      </PageHeading>
      {loading && <SkeletonBlocks label={texts.loading} className="grid gap-3" blocks={['h-40', 'h-40']} />}
      {!loading && !data && <EmptyState icon={Wallet} title={texts.failed} />}
      {data && <DaySums cash={data} isToday={date === today} />}
      {data?.takings.length === 0 && <EmptyState icon={Wallet} title={texts.none} text={texts.noneText} />}
      {data && data.takings.length > 0 && (
        <ul className="grid gap-3">
          {data.takings.map((takings) => (
            <li key={`${date} ${takings.collectorId}`}>
              <TakingsCard takings={takings} date={date} />
            </li>
          ))}
        </ul>
      )}
      {data?.isCut && <p className="mt-4 font-medium">{texts.cut}</p>}
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
    <Panel title={sumsTexts.taken(isToday)}>
      {taken.length === 0 && <p className={note}>{sumsTexts.nothing}</p>}
      {taken.length > 0 && (
        <ul className="divide-y tabular-nums">
          {taken.map(({ method, payments, amount }) => (
            <li key={method} className={row}>
              <span>
                {paymentTexts[method]}{' '}
                <span className="text-ink-soft text-xs">{sumsTexts.payments(payments)}</span>
              </span>
              <span className="font-semibold">{rupeesText(amount)}</span>
            </li>
          ))}
          <li className={`${row} font-bold`}>
            <span>{sumsTexts.total}</span>
            <span>{rupeesText(sumOf(taken))}</span>
          </li>
        </ul>
      )}
    </Panel>
  )
}

function Due({ due: { bookings, isCut } }: { due: Cash['due'] }) {
  return (
    <Panel title={sumsTexts.due}>
      {bookings.length === 0 && <p className={note}>{sumsTexts.noneDue}</p>}
      {bookings.length > 0 && (
        <details>
          <summary className={`${row} min-h-11 cursor-pointer`}>
            <span>{sumsTexts.bookings(bookings.length)}</span>
            <span className="font-bold tabular-nums">{rupeesText(sumOf(bookings))}</span>
          </summary>
          <p className={note}>{sumsTexts.dueText}</p>
          <ul className="divide-y border-t tabular-nums">
            {bookings.map(({ bookingId, orderNumber, method, amount }) => (
              <li key={bookingId} className={row}>
                <Link
                  to={bookingPathFor('lab-partner', bookingId)}
                  className="font-semibold text-brand underline"
                >
                  {orderNumber ?? takingsTexts.noOrder}
                </Link>
                <span className="text-ink-soft">{paymentTexts[method]}</span>
                <span className="font-semibold">{rupeesText(amount)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {isCut && <p className={`${note} font-medium`}>{sumsTexts.dueCut}</p>}
    </Panel>
  )
}

/** In paise: rupees with two decimals have no exact sums */
function sumOf(rows: readonly { amount: number }[]): number {
  return rows.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100
}
