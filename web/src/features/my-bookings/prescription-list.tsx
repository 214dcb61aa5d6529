import type { PrescriptionView } from '@jaanch/contracts/http/prescriptions'
import { PrescriptionCard } from '@/components/prescription/prescription-card'
import type { Tab } from './use-opened'

type PrescriptionListProps = { rows: readonly PrescriptionView[]; tab: Tab }

/** Above the bookings: what is pending or processing with the upcoming ones, what was decided with the past. */
export function PrescriptionList({ rows, tab }: PrescriptionListProps) {
  const inHand = (row: PrescriptionView) => row.status === 'pending' || row.status === 'processing'
  const shown = rows.filter((row) => inHand(row) === (tab === 'upcoming'))
  if (shown.length === 0) return null
  const title = tab === 'upcoming' ? 'Prescriptions in review' : 'Earlier prescriptions'
  const list = (
    <ul className="grid grid-cols-1 gap-3">
      {shown.map((row) => (
        <li key={row.id} className="min-w-0 animate-rise">
          <PrescriptionCard prescription={row} />
        </li>
      ))}
    </ul>
  )
  if (tab === 'past') {
    return (
      <details className="mb-6">
        <summary className="w-fit cursor-pointer rounded-lg py-2.5 font-semibold">
          {title} ({shown.length})
        </summary>
        <div className="mt-2">{list}</div>
      </details>
    )
  }
  return (
    <section aria-labelledby="prescriptions" className="mb-6">
      <h2 id="prescriptions" className="mb-3 font-semibold text-base">
        {title}
      </h2>
      {list}
    </section>
  )
}
