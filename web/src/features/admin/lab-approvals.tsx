import type { LabPartnerView } from '@jaanch/contracts/http/lab-partners'
import { Microscope } from 'lucide-react'
import { Suspense, useState } from 'react'
import { PagedList } from '@/components/list/paged-list'
import { useAllLabs } from '@/lib/resources/labs'
import { EmptyState } from '@/ui/empty-state'
import { lazyDialog } from '@/ui/lazy-part'
import { LabCard } from './lab-card'

// The form weighs more than the rest of the dashboard
const LabDetailsDialog = lazyDialog(async () => (await import('./lab-details-dialog')).LabDetailsDialog)
const CapacityDialog = lazyDialog(
  async () => (await import('@/components/capacity/capacity-dialog')).CapacityDialog,
)
const SuspendLabDialog = lazyDialog(async () => (await import('./suspend-lab-dialog')).SuspendLabDialog)

export function LabApprovals() {
  const list = useAllLabs()
  const [editing, setEditing] = useState<LabPartnerView | null>(null)
  const [limiting, setLimiting] = useState<LabPartnerView | null>(null)
  const [suspending, setSuspending] = useState<LabPartnerView | null>(null)
  // Applications first; the newest first within each group.
  const rows = list.rows.toSorted((a, b) => Number(b.status === 'applied') - Number(a.status === 'applied'))
  return (
    <>
      <PagedList
        label="Lab partners"
        list={{ ...list, rows }}
        estimate={130}
        skeletons={{ count: 3, itemClassName: 'h-32' }}
        empty={
          <EmptyState icon={Microscope} title="No lab partners yet">
            Applications appear here by themselves as labs register.
          </EmptyState>
        }
      >
        {(lab) => (
          <LabCard
            lab={lab}
            onEdit={() => setEditing(lab)}
            onCapacity={() => setLimiting(lab)}
            onSuspend={() => setSuspending(lab)}
          />
        )}
      </PagedList>
      <Suspense>
        {editing && <LabDetailsDialog lab={editing} onClose={() => setEditing(null)} />}
        {limiting && (
          <CapacityDialog
            labPartnerId={limiting.id}
            labName={limiting.labName}
            onClose={() => setLimiting(null)}
          />
        )}
        {suspending && <SuspendLabDialog lab={suspending} onClose={() => setSuspending(null)} />}
      </Suspense>
    </>
  )
}
