import type { PrescriptionView } from '@jaanch/booking/prescriptions/api'
import { Eye, FileText } from 'lucide-react'
import { useState } from 'react'
import { HistoryLink } from '@/components/history/history-link'
import { PagedList } from '@/components/list/paged-list'
import { useAllPrescriptions } from '@/features/booking/prescriptions-calls'
import { PrescriptionStatusBadge } from '@/features/booking/send-prescription/status'
import { instantText } from '@/lib/format/dates'
import { useMay } from '@/lib/session/staff'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { Named } from '@/ui/named'
import { PrescriptionViewer, ProposeOrderDialog } from './dialogs'

const texts = {
  label: 'Prescriptions',
  none: 'No prescriptions yet',
  noneText: 'Prescriptions appear here by themselves as customers upload them.',
  uploaded: (time: string) => `Uploaded ${time}`,
  order: 'Order:',
  notes: 'Notes:',
  view: 'View',
  of: (customer: string) => `prescription of ${customer}`,
  history: (customer: string) => `the prescription of ${customer}`,
  createOrder: 'Create Order',
}

export function Prescriptions() {
  const list = useAllPrescriptions('')
  const [viewing, setViewing] = useState<PrescriptionView | null>(null)
  const [orderingId, setOrderingId] = useState<string | null>(null)
  // The live row: another admin may process it while the dialog is open.
  const ordering = list.rows.find(({ id }) => id === orderingId)
  return (
    <>
      <PagedList
        label={texts.label}
        list={list}
        estimate={124}
        skeletons={{ count: 3, itemClassName: 'h-36' }}
        empty={<EmptyState icon={FileText} title={texts.none} text={texts.noneText} />}
      >
        {(prescription) => (
          <AdminPrescriptionCard
            prescription={prescription}
            onView={() => setViewing(prescription)}
            onOrder={() => setOrderingId(prescription.id)}
          />
        )}
      </PagedList>
      {viewing && <PrescriptionViewer prescription={viewing} onClose={() => setViewing(null)} />}
      {ordering && <ProposeOrderDialog prescription={ordering} onClose={() => setOrderingId(null)} />}
    </>
  )
}

type AdminPrescriptionCardProps = { prescription: PrescriptionView; onView: () => void; onOrder: () => void }

function AdminPrescriptionCard({ prescription, onView, onOrder }: AdminPrescriptionCardProps) {
  const { customerName, status, items, notes, adminNotes } = prescription
  const heading = `prescription-${prescription.id}`
  const mayOrder = useMay('manager')
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
            <span>{texts.uploaded(instantText(prescription.createdAt))}</span>
          </p>
          {notes && <p className="mt-2 text-ink-soft">“{notes}”</p>}
          {items.length > 0 && (
            <p className="mt-2">
              <span className="text-ink-soft">{texts.order} </span>
              {items.map(({ name }) => name).join(', ')}
            </p>
          )}
          {adminNotes && (
            <p className="mt-1">
              <span className="text-ink-soft">{texts.notes} </span>
              {adminNotes}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2 max-md:[&>*]:grow">
          <HistoryLink kind="prescription" id={prescription.id} name={texts.history(customerName)} />
          <Button icon={Eye} variant="outline" onClick={onView}>
            <Named of={texts.of(customerName)}>{texts.view}</Named>
          </Button>
          {mayOrder && status === 'pending' && <Button onClick={onOrder}>{texts.createOrder}</Button>}
        </div>
      </article>
    </Card>
  )
}
