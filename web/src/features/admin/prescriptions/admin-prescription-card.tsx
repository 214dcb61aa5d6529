import type { PrescriptionView } from '@jaanch/contracts/http/prescriptions'
import { Eye, FileText } from 'lucide-react'
import { PrescriptionStatusBadge } from '@/components/prescription/status'
import { instantText } from '@/lib/format/dates'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Named } from '@/ui/named'
import { HistoryLink } from '../history-link'

type AdminPrescriptionCardProps = { prescription: PrescriptionView; onView: () => void; onOrder: () => void }

export function AdminPrescriptionCard({ prescription, onView, onOrder }: AdminPrescriptionCardProps) {
  const { customerName, status, items, notes, adminNotes } = prescription
  const heading = `prescription-${prescription.id}`
  return (
    <Card>
      <article
        aria-labelledby={heading}
        className="flex flex-col gap-4 p-4 sm:p-5 md:flex-row md:items-center md:justify-between"
      >
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h3 id={heading} className="font-semibold text-base">
              {customerName}
            </h3>
            <PrescriptionStatusBadge status={status} />
          </div>
          <p className="mt-1 flex flex-wrap items-center gap-x-5 gap-y-1 text-ink-soft text-xs tabular-nums">
            <span className="flex min-w-0 items-center gap-1.5 [overflow-wrap:anywhere]">
              <FileText className="size-4 shrink-0 text-brand-ink" aria-hidden />
              {prescription.originalFileName}
            </span>
            <span>Uploaded {instantText(prescription.createdAt)}</span>
          </p>
          {notes && <p className="mt-2 text-ink-soft">“{notes}”</p>}
          {items.length > 0 && (
            <p className="mt-2">
              <span className="text-ink-soft">Order: </span>
              {items.map(({ name }) => name).join(', ')}
            </p>
          )}
          {adminNotes && (
            <p className="mt-1">
              <span className="text-ink-soft">Notes: </span>
              {adminNotes}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2 max-md:[&>*]:grow">
          <HistoryLink
            kind="prescription"
            id={prescription.id}
            name={`the prescription of ${customerName}`}
          />
          <Button variant="outline" onClick={onView}>
            <Eye aria-hidden />
            <Named of={`prescription of ${customerName}`}>View</Named>
          </Button>
          {status === 'pending' && <Button onClick={onOrder}>Create Order</Button>}
        </div>
      </article>
    </Card>
  )
}
