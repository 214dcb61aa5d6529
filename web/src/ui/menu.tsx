import { EllipsisVertical, type LucideIcon } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Button } from './button'
import { lazyPart } from './lazy-part'

export type MenuItem = {
  label: string
  icon: LucideIcon
  onSelect: () => void
  disabled?: boolean
}

export type MenuProps = {
  label: string
  items: readonly MenuItem[]
  icon?: LucideIcon
  /** In place of the icon */
  trigger?: ReactNode
}

const OpenMenu = lazyPart(async () => (await import('./open-menu')).OpenMenu)

/** A button with an icon, by default three dots. Its menu, which weighs more than a list of cards, loads with the first press. */
export function Menu(menu: MenuProps) {
  const { icon: Icon = EllipsisVertical, trigger } = menu
  const [isPressed, setPressed] = useState(false)
  const button = (
    <Button
      variant="ghost"
      size="icon"
      aria-label={menu.label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setPressed(true)}
    >
      {trigger ?? <Icon aria-hidden />}
    </Button>
  )
  if (!isPressed) return button
  return (
    <Suspense fallback={button}>
      <OpenMenu {...menu} />
    </Suspense>
  )
}
