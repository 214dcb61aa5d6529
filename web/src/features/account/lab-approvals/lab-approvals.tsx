import type { LabPartnerView } from '@jaanch/account/labs/api'
import { labAddressText } from '@jaanch/account/labs/lab-address'
import type { LabPartnerStatus } from '@jaanch/contracts/vocabulary'
import {
  BadgeCheck,
  Ban,
  CalendarRange,
  CircleCheck,
  CircleX,
  FileBadge,
  Hourglass,
  type LucideIcon,
  Mail,
  MapPin,
  Microscope,
  Pencil,
  Phone,
} from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { HistoryLink } from '@/components/history/history-link'
import { PagedList } from '@/components/list/paged-list'
import { useCommand } from '@/components/use-command'
import { useAllLabs } from '@/features/account/labs-calls'
import { dateText } from '@/lib/format/dates'
import { phoneText } from '@/lib/format/phone'
import { labBookingsPath, labsPath } from '@/lib/paths'
import { useMay } from '@/lib/session/staff'
import { type BadgeStyle, StyledBadge } from '@/ui/badge'
import { Button, ButtonLink, SmallLink } from '@/ui/button'
import { Card } from '@/ui/card'
import { OpenConfirmDialog } from '@/ui/confirm-dialog'
import { EmptyState } from '@/ui/empty-state'
import { IconList, IconListItem } from '@/ui/icon-list'
import { lazyDialog } from '@/ui/lazy-part'
import { Named } from '@/ui/named'
import { toast } from '@/ui/toast-store'
import { changeLabAccess, decideLab } from './calls'
import { texts } from './texts'

const statusBadges: Record<LabPartnerStatus, BadgeStyle> = {
  applied: { label: texts.statuses.applied, variant: 'accent', icon: Hourglass },
  approved: { label: texts.statuses.approved, variant: 'success', icon: BadgeCheck },
  rejected: { label: texts.statuses.rejected, variant: 'error', icon: CircleX },
  suspended: { label: texts.statuses.suspended, variant: 'error', icon: Ban },
}

type LabCardProps = {
  lab: LabPartnerView
  onEdit: () => void
  onCapacity: () => void
  onSuspend: () => void
}

function LabCard({ lab, onEdit, onCapacity, onSuspend }: LabCardProps) {
  const heading = `lab-${lab.id}`
  const mayChange = useMay('manager')
  const [asked, setAsked] = useState<'approve' | 'reject'>()
  const { run, busy, running } = useCommand({
    send: (decision: 'approve' | 'reject') => decideLab(lab.id, decision),
    done: (_, decision) => toast.success(texts.decide[decision].succeeded, lab.labName),
    failed: (decision) => texts.decide[decision].failed,
  })

  return (
    <Card>
      <article
        aria-labelledby={heading}
        className="flex flex-col gap-4 p-4 sm:p-5 lg:flex-row lg:items-center lg:justify-between"
      >
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h3 id={heading} className="font-semibold text-base">
              {lab.labName}
            </h3>
            <StyledBadge {...statusBadges[lab.status]} />
            {lab.waitsForConsent && <StyledBadge label={texts.areasWait} variant="accent" icon={MapPin} />}
          </div>
          <IconList className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
            <Fact icon={MapPin}>{labAddressText(lab)}</Fact>
            <Fact icon={FileBadge}>{lab.labLicense ?? texts.noLicence}</Fact>
            <Fact icon={Mail}>{lab.user.email}</Fact>
            {lab.user.phone && <Fact icon={Phone}>{phoneText(lab.user.phone)}</Fact>}
            {lab.assignments && (
              <Fact icon={CircleX}>{texts.declined(lab.assignments.declined, lab.assignments.assigned)}</Fact>
            )}
          </IconList>
          <p className="mt-1.5 text-ink-soft text-xs">{texts.applied(dateText(lab.createdAt))}</p>
        </div>
        <div className="flex shrink-0 flex-wrap gap-2 max-lg:[&>*]:grow">
          <HistoryLink kind="lab" id={lab.id} name={lab.labName} />
          {mayChange && (
            <Button icon={Pencil} variant="ghost" onClick={onEdit}>
              <Named of={texts.of(lab.labName)}>{texts.edit}</Named>
            </Button>
          )}
          {mayChange && lab.status === 'approved' && (
            <Button icon={CalendarRange} variant="ghost" onClick={onCapacity}>
              <Named of={texts.of(lab.labName)}>{texts.capacity}</Named>
            </Button>
          )}
          {lab.status === 'suspended' && (
            <ButtonLink variant="outline" to={labBookingsPath(lab.id)}>
              <Named of={texts.of(lab.labName)}>{texts.openBookings}</Named>
            </ButtonLink>
          )}
          {mayChange && (lab.status === 'approved' || lab.status === 'suspended') && (
            <Button variant={lab.status === 'approved' ? 'danger' : 'primary'} onClick={onSuspend}>
              <Named of={lab.labName}>
                {lab.status === 'approved' ? texts.suspend.label : texts.reinstate.label}
              </Named>
            </Button>
          )}
          {mayChange && lab.status === 'applied' && (
            <>
              <Button
                variant="outline"
                loading={running.includes('reject')}
                disabled={busy}
                onClick={() => setAsked('reject')}
              >
                {texts.decide.reject.label}
              </Button>
              <Button
                loading={running.includes('approve')}
                disabled={busy}
                onClick={() => setAsked('approve')}
              >
                {texts.decide.approve.label}
              </Button>
            </>
          )}
        </div>
      </article>
      {asked && (
        <OpenConfirmDialog
          {...texts.decide[asked].ask(lab)}
          variant={asked === 'approve' ? 'primary' : 'danger'}
          onConfirm={() => run(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Card>
  )
}

function Fact({ icon: Icon, children }: { icon: LucideIcon; children: string }) {
  return (
    <IconListItem icon={Icon} className="[overflow-wrap:anywhere]">
      {children}
    </IconListItem>
  )
}

// The form weighs more than the rest of the dashboard
const LabDetailsDialog = lazyDialog(async () => (await import('./lab-details-dialog')).LabDetailsDialog)
const CapacityDialog = lazyDialog(
  async () => (await import('@/features/booking/capacity/capacity-dialog')).CapacityDialog,
)
const ReasonDialog = lazyDialog(async () => (await import('@/components/reason-dialog')).ReasonDialog)

/** All labs; with `?waiting=1`, those with areas that wait for consent. */
export function LabApprovals() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const waiting = search.get('waiting') === '1'
  const list = useAllLabs(waiting)
  const [editing, setEditing] = useState<LabPartnerView | null>(null)
  const [limiting, setLimiting] = useState<LabPartnerView | null>(null)
  const [suspending, setSuspending] = useState<LabPartnerView | null>(null)
  const access = suspending?.status === 'suspended' ? 'reinstate' : 'suspend'

  async function changeAccess(lab: LabPartnerView, reason: string) {
    const { openBookings } = await changeLabAccess(access, lab.id, reason)
    toast.success(texts[access].succeeded, lab.labName)
    if (openBookings.length > 0) navigate(labBookingsPath(lab.id))
  }

  // Applications first; the newest first within each group.
  const rows = list.rows.toSorted((a, b) => Number(b.status === 'applied') - Number(a.status === 'applied'))
  return (
    <>
      {waiting && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-soft text-sm">{texts.waiting}</p>
          <SmallLink to={labsPath()}>{texts.all}</SmallLink>
        </div>
      )}
      <PagedList
        label={texts.list}
        list={{ ...list, rows }}
        estimate={130}
        skeletons={{ count: 3, itemClassName: 'h-32' }}
        empty={
          waiting ? (
            <EmptyState icon={CircleCheck} title={texts.noneWaits} text={texts.noneWaitsText} />
          ) : (
            <EmptyState icon={Microscope} title={texts.none} text={texts.noneText} />
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
      {suspending && (
        <ReasonDialog
          {...texts[access].dialog(suspending)}
          onSubmit={(reason) => changeAccess(suspending, reason)}
          onClose={() => setSuspending(null)}
        />
      )}
    </>
  )
}
