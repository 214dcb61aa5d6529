import type { PrescriptionView } from '@jaanch/contracts/http/prescriptions'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { WindowList } from '@/components/list/window-list'
import { useAllPrescriptions } from '@/lib/api/prescription-orders'
import { EmptyState } from '@/ui/empty-state'
import { SkeletonList } from '@/ui/skeleton'
import { CreateOrder } from './create-order'
import { PrescriptionCard } from './prescription-card'
import { PrescriptionViewer } from './prescription-viewer'

/** All customers' prescriptions, live: what another admin does with one shows here as it happens. */
export function Prescriptions() {
  const { rows, loading, more, hasMore, failed } = useAllPrescriptions('')
  const [viewing, setViewing] = useState<PrescriptionView | null>(null)
  const [orderingId, setOrdering] = useState<string | null>(null)
  // as it is now: another admin may take it while the dialog is open
  const ordering = rows.find(({ id }) => id === orderingId)
  if (loading) return <SkeletonList count={3} className="grid grid-cols-1 gap-3" itemClassName="h-36" />
  if (rows.length === 0) {
    return (
      <EmptyState icon={FileText} title="No prescriptions yet">
        Prescriptions appear here by themselves as customers upload them.
      </EmptyState>
    )
  }
  return (
    <>
      <WindowList
        label="Prescriptions"
        rows={rows}
        estimate={124}
        hasMore={hasMore}
        onMore={more}
        failed={failed}
      >
        {(prescription) => (
          <PrescriptionCard
            prescription={prescription}
            onView={() => setViewing(prescription)}
            onOrder={() => setOrdering(prescription.id)}
          />
        )}
      </WindowList>
      {viewing && <PrescriptionViewer prescription={viewing} onClose={() => setViewing(null)} />}
      {ordering && <CreateOrder prescription={ordering} onClose={() => setOrdering(null)} />}
    </>
  )
}
