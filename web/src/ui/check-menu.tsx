import { Check, type LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { cn } from '@/lib/class-names'
import { buttonVariants } from './button'
import { menuClass, menuItemClass } from './open-menu'

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
