import { Check, EllipsisVertical, type LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { cn } from '@/lib/class-names'
import { buttonVariants } from './button'
import type { MenuProps } from './menu'

const menuClass =
  'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 overflow-y-auto animate-fade rounded-xl border bg-surface p-1 shadow-high'
const menuItemClass =
  'flex min-h-11 cursor-pointer select-none items-center gap-3 rounded-lg px-3 text-sm outline-none data-[disabled]:cursor-not-allowed data-[highlighted]:bg-brand-soft data-[highlighted]:text-brand-ink data-[disabled]:opacity-50 pointer-fine:sm:min-h-10 [&_svg]:size-4'

/** The menu of a button that was pressed: it opens at once, and its trigger takes the place of the button. */
export function OpenMenu({ label, items, icon: TriggerIcon = EllipsisVertical, trigger }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger aria-label={label} className={buttonVariants({ variant: 'ghost', size: 'icon' })}>
        {trigger ?? <TriggerIcon aria-hidden />}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="end" sideOffset={6} collisionPadding={12} className={menuClass}>
          {items.map(({ label: name, icon: Icon, onSelect, disabled = false }) => (
            <DropdownMenu.Item key={name} disabled={disabled} onSelect={onSelect} className={menuItemClass}>
              <Icon aria-hidden />
              {name}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

type CheckMenuProps = {
  label: string
  icon: LucideIcon
  items: readonly { id: string; label: string; checked: boolean }[]
  onChange: (id: string, checked: boolean) => void
}

/** A button that opens a list of choices, each on or off. It stays open. */
export function CheckMenu({ label, icon: Icon, items, onChange }: CheckMenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className={buttonVariants({ variant: 'outline', size: 'md' })}>
        <Icon aria-hidden />
        {label}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="end" sideOffset={6} collisionPadding={12} className={menuClass}>
          {items.map(({ id, label: name, checked }) => (
            <DropdownMenu.CheckboxItem
              key={id}
              checked={checked}
              onCheckedChange={(next) => onChange(id, next)}
              onSelect={(event) => event.preventDefault()}
              className={cn(menuItemClass, 'justify-between')}
            >
              {name}
              <DropdownMenu.ItemIndicator>
                <Check aria-hidden />
              </DropdownMenu.ItemIndicator>
            </DropdownMenu.CheckboxItem>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
