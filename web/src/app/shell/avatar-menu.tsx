import { MessageSquareText, PhoneCall, ScrollText, UserRound, Workflow } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { useMay } from '@/lib/session/staff'
import { Menu } from '@/ui/menu'
import { avatarMenu as texts } from './texts'

/** An admin's own account, and the pages that the main menu does not have. */
export function AvatarMenu({ label, children }: { label: string; children: ReactNode }) {
  const navigate = useNavigate()
  const seesReviews = useMay('manager', 'support')
  const seesOperations = useMay('support', 'operator')
  const seesAudit = useMay('support')
  const callsCustomers = useMay('medical')
  const item = (name: string, icon: typeof Workflow, to: string) => {
    return { label: name, icon, onSelect: () => void navigate(to) }
  }
  return (
    <Menu
      label={label}
      trigger={children}
      items={[
        item(texts.account, UserRound, paths.account),
        ...(callsCustomers ? [item(texts.critical, PhoneCall, paths.adminCritical)] : []),
        ...(seesReviews ? [item(texts.reviews, MessageSquareText, paths.adminReviews)] : []),
        ...(seesOperations ? [item(texts.operations, Workflow, paths.adminOperations)] : []),
        ...(seesAudit ? [item(texts.audit, ScrollText, paths.adminAudit)] : []),
      ]}
    />
  )
}
