import { EllipsisVertical, type LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { buttonVariants } from './button'

export type MenuItem = { label: string; icon: LucideIcon; onSelect: () => void; disabled?: boolean }

export function Menu({ label, items }: { label: string; items: readonly MenuItem[] }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger aria-label={label} className={buttonVariants({ variant: 'ghost', size: 'icon' })}>
        <EllipsisVertical aria-hidden />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 animate-fade overflow-y-auto rounded-xl border bg-surface p-1 shadow-high"
        >
          {items.map(({ label: name, icon: Icon, onSelect, disabled = false }) => (
            <DropdownMenu.Item
              key={name}
              disabled={disabled}
              onSelect={onSelect}
              className="flex min-h-11 cursor-pointer select-none items-center gap-3 rounded-lg px-3 text-sm outline-none data-[disabled]:cursor-not-allowed data-[highlighted]:bg-brand-soft data-[highlighted]:text-brand-ink data-[disabled]:opacity-50 sm:min-h-10 [&_svg]:size-4"
            >
              <Icon aria-hidden />
              {name}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
