import type { StaffRole } from '@jaanch/contracts/staff-roles'
import { type LucideIcon, MessageSquareText, PhoneCall, ScrollText, UserRound, Workflow } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { useUser } from '@/lib/session/session-context'
import { isFor } from '@/lib/session/staff'
import { Menu } from '@/ui/menu'

const pages: readonly { label: string; icon: LucideIcon; to: string; admins?: readonly StaffRole[] }[] = [
  { label: 'Account', icon: UserRound, to: paths.account },
  { label: 'Urgent calls', icon: PhoneCall, to: paths.adminCritical, admins: ['medical'] },
  { label: 'Reviews', icon: MessageSquareText, to: paths.adminReviews, admins: ['manager', 'support'] },
  { label: 'Operations', icon: Workflow, to: paths.adminOperations, admins: ['support', 'operator'] },
  { label: 'Audit Trail', icon: ScrollText, to: paths.adminAudit, admins: ['support'] },
]

/** An admin's own account, and the pages that the main menu does not have. */
export function AvatarMenu({ label, children }: { label: string; children: ReactNode }) {
  const navigate = useNavigate()
  const user = useUser()
  const items = pages
    .filter(({ admins }) => isFor(user, admins))
    .map(({ to, ...page }) => ({ ...page, onSelect: () => void navigate(to) }))
  return <Menu label={label} trigger={children} items={items} />
}
