import type { LabPartnerView } from '@jaanch/contracts/http/lab-partners'
import type { LabPartnerStatus } from '@jaanch/contracts/vocabulary'
import { BadgeCheck, CircleX, Hourglass, type LucideIcon, Mail, MapPin, Phone } from 'lucide-react'
import { useState } from 'react'
import { decideLab } from '@/lib/api/labs'
import { dateText } from '@/lib/format/india-time'
import { Badge, type Tone } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { toast } from '@/ui/toast-store'

const looks: Record<LabPartnerStatus, { label: string; tone: Tone; icon: LucideIcon }> = {
  applied: { label: 'Pending Approval', tone: 'accent', icon: Hourglass },
  approved: { label: 'Approved', tone: 'good', icon: BadgeCheck },
  rejected: { label: 'Rejected', tone: 'bad', icon: CircleX },
}

export function LabCard({ lab }: { lab: LabPartnerView }) {
  const [busy, setBusy] = useState<'approve' | 'reject' | null>(null)
  const look = looks[lab.status]
  const heading = `lab-${lab.id}`

  async function decide(decision: 'approve' | 'reject') {
    setBusy(decision)
    try {
      await decideLab(lab.id, decision)
      toast.good(decision === 'approve' ? 'Lab approved' : 'Lab rejected', lab.labName)
    } catch {
      toast.bad(decision === 'approve' ? 'Approval Failed' : 'Rejection Failed')
    } finally {
      setBusy(null)
    }
  }

  return (
    <Card>
      <article
        aria-labelledby={heading}
        className="flex flex-col gap-4 p-4 sm:p-5 md:flex-row md:items-center md:justify-between"
      >
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h3 id={heading} className="font-semibold text-base">
              {lab.labName}
            </h3>
            <Badge tone={look.tone} icon={look.icon}>
              {look.label}
            </Badge>
          </div>
          <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-ink-soft text-xs [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-brand-ink">
            <Fact icon={MapPin}>{[lab.address, lab.city, lab.pincode].filter(Boolean).join(', ')}</Fact>
            <Fact icon={Mail}>{lab.user.email}</Fact>
            {lab.user.phone && <Fact icon={Phone}>{lab.user.phone}</Fact>}
          </ul>
          <p className="mt-1.5 text-ink-soft text-xs">Applied {dateText(lab.createdAt)}</p>
        </div>
        {lab.status === 'applied' && (
          <div className="flex gap-2 max-md:[&>*]:grow">
            <Button look="outline" disabled={busy !== null} onClick={() => void decide('reject')}>
              Reject
            </Button>
            <Button busy={busy === 'approve'} disabled={busy !== null} onClick={() => void decide('approve')}>
              Approve
            </Button>
          </div>
        )}
      </article>
    </Card>
  )
}

function Fact({ icon: Icon, children }: { icon: LucideIcon; children: string }) {
  return (
    <li className="flex min-w-0 items-center gap-1.5 [overflow-wrap:anywhere]">
      <Icon aria-hidden />
      {children}
    </li>
  )
}
