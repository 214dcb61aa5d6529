import type { Role } from '@jaanch/contracts/vocabulary'
import { menuIcons } from '@/ui/menu-icons'
import { screens } from '../screens'

const texts = {
  customer: { label: 'Customer', header: 'Customer Portal', headerBadge: undefined },
  'lab-partner': { label: 'Lab Partner', header: 'Lab Partner Portal', headerBadge: 5 },
  admin: { label: 'Admin', header: 'Admin Console', headerBadge: 3 },
} satisfies Record<
  Role,
  {
    label: string
    header: string
    /** Fixed badge of the notification bell in the page header (specification, section 2.2) */
    headerBadge: number | undefined
  }
>

export type RoleFrame = ReturnType<typeof frameOf>

/** @returns texts and menu of a role; an unknown one gets those of customers (specification, section 2.2) */
export function frameOf(name: string) {
  const role = Object.hasOwn(texts, name) ? (name as Role) : 'customer'
  const menu = screens
    .flatMap(({ path, access, menu }) =>
      menu && (menu.of ?? [access]).includes(role) ? [{ to: path, ...menu }] : [],
    )
    .sort((a, b) => a.order - b.order)
    .map(({ to, label, icon }) => ({ to, label, icon: menuIcons[icon] }))
  return { ...texts[role], menu }
}
