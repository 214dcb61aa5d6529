import type { cashRoutes } from '@jaanch/contracts/http/cash'
import type { ResponseOf } from '@jaanch/contracts/http/route'
import { Link } from 'react-router-dom'
import { paymentTexts } from '@/components/booking/texts'
import { rupeesText } from '@/lib/format/numbers'
import { bookingPathFor } from '@/lib/paths'
import { Panel } from '@/ui/panel'
import { takings as takingsTexts, sums as texts } from './texts'

type Cash = ResponseOf<typeof cashRoutes.listCash>

const row = 'flex flex-wrap justify-between gap-x-4 gap-y-1 px-4 py-2.5 sm:px-5'
const note = 'px-4 py-3 text-ink-soft text-sm sm:px-5'

/** The payments of a day by every method, and the amounts due from completed bookings. */
export function DaySums({ cash: { taken, due }, isToday }: { cash: Cash; isToday: boolean }) {
  return (
    <div className="mb-4 grid items-start gap-3 lg:grid-cols-2">
      {taken && <TakenOnDay taken={taken} isToday={isToday} />}
      <Due due={due} />
    </div>
  )
}

function TakenOnDay({ taken, isToday }: { taken: NonNullable<Cash['taken']>; isToday: boolean }) {
  return (
    <Panel title={texts.taken(isToday)}>
      {taken.length === 0 && <p className={note}>{texts.nothing}</p>}
      {taken.length > 0 && (
        <ul className="divide-y tabular-nums">
          {taken.map(({ method, payments, amount }) => (
            <li key={method} className={row}>
              <span>
                {paymentTexts[method]}{' '}
                <span className="text-ink-soft text-xs">{texts.payments(payments)}</span>
              </span>
              <span className="font-semibold">{rupeesText(amount)}</span>
            </li>
          ))}
          <li className={`${row} font-bold`}>
            <span>{texts.total}</span>
            <span>{rupeesText(sumOf(taken))}</span>
          </li>
        </ul>
      )}
    </Panel>
  )
}

function Due({ due: { bookings, isCut } }: { due: Cash['due'] }) {
  return (
    <Panel title={texts.due}>
      {bookings.length === 0 && <p className={note}>{texts.noneDue}</p>}
      {bookings.length > 0 && (
        <details>
          <summary className={`${row} min-h-11 cursor-pointer`}>
            <span>{texts.bookings(bookings.length)}</span>
            <span className="font-bold tabular-nums">{rupeesText(sumOf(bookings))}</span>
          </summary>
          <p className={note}>{texts.dueText}</p>
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
      {isCut && <p className={`${note} font-medium`}>{texts.dueCut}</p>}
    </Panel>
  )
}

/** In paise: rupees with two decimals have no exact sums */
function sumOf(rows: readonly { amount: number }[]): number {
  return rows.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100
}
