import type { Role } from '@jaanch/contracts/vocabulary'
import type { SessionUser } from '@/lib/session/session-context'
import { isFor, isForLab } from '@/lib/session/staff'
import { menuIcons } from '@/ui/menu-icons'
import { screens } from '../screens'
import { roles as texts } from './texts'

/** Fixed badges of the notification bell in the page header (specification, section 2.2) */
const headerBadges: Record<Role, number | undefined> = { customer: undefined, 'lab-partner': 5, admin: 3 }

export type RoleFrame = ReturnType<typeof frameOf>

/** @returns texts and menu of a role; an unknown one gets those of customers (specification, section 2.2) */
export function frameOf(user: Pick<SessionUser, 'role' | 'staffRole' | 'labRole'>) {
  const role: Role = Object.hasOwn(texts, user.role) ? user.role : 'customer'
  const menu = screens
    .flatMap(({ path, access, admins, labs, menu }) =>
      menu &&
      (menu.of ?? [access]).includes(role) &&
      isFor(user, admins) &&
      isForLab(user, labs) &&
      (!menu.only || menu.only === user.staffRole)
        ? [{ to: path, ...menu }]
        : [],
    )
    .sort((a, b) => a.order - b.order)
    .map(({ to, label, icon }) => ({ to, label, icon: menuIcons[icon] }))
  return { ...texts[role], headerBadge: headerBadges[role], menu }
}
