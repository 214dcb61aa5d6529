import { EllipsisVertical, type LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { buttonVariants } from './button'

export type MenuItem = { label: string; icon: LucideIcon; onSelect: () => void; disabled?: boolean }

type MenuProps = {
  label: string
  items: readonly MenuItem[]
  /** Of the button */
  icon?: LucideIcon
  /** In place of the icon */
  trigger?: ReactNode
}

export function Menu({ label, items, icon: Icon = EllipsisVertical, trigger }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger aria-label={label} className={buttonVariants({ variant: 'ghost', size: 'icon' })}>
        {trigger ?? <Icon aria-hidden />}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          className="z-50 min-w-52 animate-fade rounded-xl border bg-surface p-1 shadow-high"
        >
          {items.map(({ label: name, icon: ItemIcon, onSelect, disabled = false }) => (
            <DropdownMenu.Item
              key={name}
              disabled={disabled}
              onSelect={onSelect}
              className="flex min-h-11 cursor-pointer select-none items-center gap-3 rounded-lg px-3 text-sm outline-none data-[disabled]:cursor-not-allowed data-[highlighted]:bg-brand-soft data-[highlighted]:text-brand-ink data-[disabled]:opacity-50 sm:min-h-10 [&_svg]:size-4"
            >
              <ItemIcon aria-hidden />
              {name}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
