import { MessageSquareText, ScrollText, UserRound, Workflow } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { Menu } from '@/ui/menu'
import { avatarMenu as texts } from './texts'

/** An admin's own account, and the pages that the main menu does not have. */
export function AvatarMenu({ label, children }: { label: string; children: ReactNode }) {
  const navigate = useNavigate()
  const item = (name: string, icon: typeof Workflow, to: string) => {
    return { label: name, icon, onSelect: () => void navigate(to) }
  }
  return (
    <Menu
      label={label}
      trigger={children}
      items={[
        item(texts.account, UserRound, paths.account),
        item(texts.reviews, MessageSquareText, paths.adminReviews),
        item(texts.operations, Workflow, paths.adminOperations),
        item(texts.audit, ScrollText, paths.adminAudit),
      ]}
    />
  )
}
