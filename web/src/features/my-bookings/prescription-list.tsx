import type { BookingView } from '@jaanch/contracts/http/bookings'
import type { PrescriptionView } from '@jaanch/contracts/http/prescriptions'
import { ShowMore } from '@/components/list/show-more'
import type { useOwnPrescriptions } from '@/lib/resources/prescriptions'
import { PrescriptionCard } from './prescription-card'
import type { Tab } from './use-linked-booking'

type PrescriptionListProps = {
  list: ReturnType<typeof useOwnPrescriptions>
  tab: Tab
  bookings: readonly BookingView[]
}

/** Pending and processing prescriptions on the tab Upcoming, all others on Past. */
export function PrescriptionList({ list, tab, bookings }: PrescriptionListProps) {
  const hasUnconfirmedOrder = ({ id }: PrescriptionView) =>
    bookings.some(
      ({ prescriptionId, status }) => prescriptionId === id && status === 'pending_customer_confirmation',
    )
  const isOpen = (row: PrescriptionView) => row.status === 'pending' || row.status === 'processing'
  const shown = list.rows.filter((row) => isOpen(row) === (tab === 'upcoming'))
  if (shown.length === 0 && !list.hasMore) return null
  const title = tab === 'upcoming' ? 'Prescriptions in review' : 'Earlier prescriptions'
  const cards = (
    <>
      <ul className="grid grid-cols-1 gap-3">
        {shown.map((row) => (
          <li key={row.id} className="min-w-0 animate-rise">
            <PrescriptionCard prescription={row} hasUnconfirmedOrder={hasUnconfirmedOrder(row)} />
          </li>
        ))}
      </ul>
      <ShowMore list={list} of="prescriptions" />
    </>
  )
  if (tab === 'past') {
    return (
      <details className="mb-6">
        <summary className="w-fit cursor-pointer rounded-lg py-2.5 font-semibold">
          {title} ({shown.length}
          {list.hasMore && '+'})
        </summary>
        <div className="mt-2">{cards}</div>
      </details>
    )
  }
  return (
    <section aria-labelledby="prescriptions" className="mb-6">
      <h2 id="prescriptions" className="mb-3 font-semibold text-base">
        {title}
      </h2>
      {cards}
    </section>
  )
}
