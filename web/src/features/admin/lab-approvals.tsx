import type { LabPartnerView } from '@jaanch/contracts/http/lab-partners'
import { CircleCheck, Microscope } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { PagedList } from '@/components/list/paged-list'
import { labsPath } from '@/lib/paths'
import { useAllLabs } from '@/lib/resources/labs'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { lazyDialog } from '@/ui/lazy-part'
import { LabCard } from './lab-card'

// The form weighs more than the rest of the dashboard
const LabDetailsDialog = lazyDialog(async () => (await import('./lab-details-dialog')).LabDetailsDialog)
const CapacityDialog = lazyDialog(
  async () => (await import('@/components/capacity/capacity-dialog')).CapacityDialog,
)
const SuspendLabDialog = lazyDialog(async () => (await import('./suspend-lab-dialog')).SuspendLabDialog)

/** All labs; with `?waiting=1`, those with areas that wait for consent. */
export function LabApprovals() {
  const [search] = useSearchParams()
  const waiting = search.get('waiting') === '1'
  const list = useAllLabs(waiting)
  const [editing, setEditing] = useState<LabPartnerView | null>(null)
  const [limiting, setLimiting] = useState<LabPartnerView | null>(null)
  const [suspending, setSuspending] = useState<LabPartnerView | null>(null)
  // Applications first; the newest first within each group.
  const rows = list.rows.toSorted((a, b) => Number(b.status === 'applied') - Number(a.status === 'applied'))
  return (
    <>
      {waiting && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-soft text-sm">
            Labs that declared areas far from their PIN code: open Capacity to see them and to consent.
          </p>
          <ButtonLink to={labsPath()} variant="outline" size="sm">
            All labs
          </ButtonLink>
        </div>
      )}
      <PagedList
        label="Lab partners"
        list={{ ...list, rows }}
        estimate={130}
        skeletons={{ count: 3, itemClassName: 'h-32' }}
        empty={
          waiting ? (
            <EmptyState icon={CircleCheck} title="No labs wait">
              Nothing here needs your attention.
            </EmptyState>
          ) : (
            <EmptyState icon={Microscope} title="No lab partners yet">
              Applications appear here by themselves as labs register.
            </EmptyState>
          )
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
      {editing && <LabDetailsDialog lab={editing} onClose={() => setEditing(null)} />}
      {limiting && (
        <CapacityDialog
          labPartnerId={limiting.id}
          labName={limiting.labName}
          canConsent
          onClose={() => setLimiting(null)}
        />
      )}
      {suspending && <SuspendLabDialog lab={suspending} onClose={() => setSuspending(null)} />}
    </>
  )
}
