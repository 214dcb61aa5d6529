import type { PrescriptionView } from '@jaanch/contracts/http/prescriptions'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { PagedList } from '@/components/list/paged-list'
import { useAllPrescriptions } from '@/lib/resources/prescriptions'
import { EmptyState } from '@/ui/empty-state'
import { AdminPrescriptionCard } from './admin-prescription-card'
import { PrescriptionViewer } from './prescription-viewer'
import { ProposeOrderDialog } from './propose-order-dialog'

/** The prescriptions of all customers, with live updates. */
export function Prescriptions() {
  const list = useAllPrescriptions('')
  const [viewing, setViewing] = useState<PrescriptionView | null>(null)
  const [orderingId, setOrderingId] = useState<string | null>(null)
  // The live row: another admin may process it while the dialog is open.
  const ordering = list.rows.find(({ id }) => id === orderingId)
  return (
    <>
      <PagedList
        label="Prescriptions"
        list={list}
        estimate={124}
        skeletons={{ count: 3, itemClassName: 'h-36' }}
        empty={
          <EmptyState icon={FileText} title="No prescriptions yet">
            Prescriptions appear here by themselves as customers upload them.
          </EmptyState>
        }
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
