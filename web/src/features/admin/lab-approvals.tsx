import type { LabPartnerView } from '@jaanch/contracts/http/lab-partners'
import { Microscope } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { WindowList } from '@/components/list/window-list'
import { useAllLabs } from '@/lib/api/labs'
import { EmptyState } from '@/ui/empty-state'
import { SkeletonList } from '@/ui/skeleton'
import { LabCard } from './lab-card'

// Its form weighs more than the rest of the console
const LabDetailsDialog = lazy(async () => ({
  default: (await import('./lab-details-dialog')).LabDetailsDialog,
}))

export function LabApprovals() {
  const { rows, loading, more, hasMore, failed } = useAllLabs()
  const [editing, setEditing] = useState<LabPartnerView | null>(null)
  // Those who wait come first; within each group the newest.
  const labs = rows.toSorted((a, b) => Number(b.status === 'applied') - Number(a.status === 'applied'))
  if (loading) return <SkeletonList count={3} className="grid grid-cols-1 gap-3" itemClassName="h-32" />
  if (labs.length === 0) {
    return (
      <EmptyState icon={Microscope} title="No lab partners yet">
        Applications appear here by themselves as labs register.
      </EmptyState>
    )
  }
  return (
    <>
      <WindowList
        label="Lab partners"
        rows={labs}
        estimate={130}
        hasMore={hasMore}
        onMore={more}
        failed={failed}
      >
        {(lab) => <LabCard lab={lab} onEdit={() => setEditing(lab)} />}
      </WindowList>
      <Suspense>{editing && <LabDetailsDialog lab={editing} onClose={() => setEditing(null)} />}</Suspense>
    </>
  )
}
