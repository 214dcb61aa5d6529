import type { BookingView } from '@jaanch/booking/booking-view'
import type { PrescriptionView } from '@jaanch/booking/prescriptions/api'
import { ExternalLink, FileText } from 'lucide-react'
import { FileLink } from '@/components/file-link'
import { ShowMore } from '@/components/list/show-more'
import type { useOwnPrescriptions } from '@/features/booking/prescriptions-calls'
import { cn } from '@/lib/class-names'
import { instantText } from '@/lib/format/dates'
import { buttonVariants } from '@/ui/button'
import { Card } from '@/ui/card'
import { IconSpot } from '@/ui/icon-spot'
import { Named } from '@/ui/named'
import { PrescriptionStatusBadge, prescriptionStatusStyles } from './status'

type OwnPrescriptionsProps = {
  list: ReturnType<typeof useOwnPrescriptions>
  tab: 'upcoming' | 'past'
  bookings: readonly BookingView[]
}

/** Pending and processing prescriptions on the tab Upcoming, all others on Past. */
export function OwnPrescriptions({ list, tab, bookings }: OwnPrescriptionsProps) {
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

type PrescriptionCardProps = {
  prescription: PrescriptionView
  /** The order exists and waits for the customer's confirmation */
  hasUnconfirmedOrder?: boolean
}

function PrescriptionCard({ prescription, hasUnconfirmedOrder = false }: PrescriptionCardProps) {
  const { id, originalFileName, status, createdAt, fileUrl, notes, adminNotes, items } = prescription
  const { meaning } = prescriptionStatusStyles[status]
  const heading = `prescription-${id}`
  return (
    <Card className="p-4 sm:p-5">
      <article aria-labelledby={heading} className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <IconSpot
          icon={FileText}
          className="size-11 shrink-0 rounded-lg bg-brand-soft text-brand-ink [&_svg]:size-5"
        />
        <div className="min-w-0 grow basis-52">
          <h3 id={heading} className="truncate font-semibold" title={originalFileName}>
            {originalFileName}
          </h3>
          <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <PrescriptionStatusBadge status={status} />
            <span className="text-ink-soft text-xs tabular-nums">
              {hasUnconfirmedOrder ? 'Your order is ready, please confirm it' : meaning} · uploaded{' '}
              {instantText(createdAt)}
            </span>
          </p>
          {items.length > 0 && (
            <p className="mt-2 text-sm">
              <span className="text-ink-soft">Tests: </span>
              {items.map(({ name }) => name).join(', ')}
            </p>
          )}
          {notes && <p className="mt-2 text-ink-soft text-sm">“{notes}”</p>}
          {adminNotes && (
            <p className="mt-2 text-sm">
              <span className="text-ink-soft">From Jaanch: </span>
              {adminNotes}
            </p>
          )}
        </div>
        <FileLink
          href={fileUrl}
          name={originalFileName}
          className={cn(buttonVariants({ variant: 'outline', size: 'sm' }), 'max-sm:w-full')}
        >
          <ExternalLink aria-hidden />
          <Named of={`${originalFileName}, opens in a new window`}>View</Named>
        </FileLink>
      </article>
    </Card>
  )
}
