import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export type MenuItem = {
  label: string
  /** Beside the label */
  hint?: string | undefined
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
