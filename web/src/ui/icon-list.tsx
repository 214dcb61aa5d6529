import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/lib/class-names'

export function IconList({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <ul
      className={cn(
        'text-ink-soft text-xs [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-brand-ink',
        className,
      )}
    >
      {children}
    </ul>
  )
}

type IconListItemProps = { icon?: LucideIcon; className?: string; children: ReactNode }

export function IconListItem({ icon: Icon, className, children }: IconListItemProps) {
  return (
    <li className={cn('flex min-w-0 items-center gap-1.5', className)}>
      {Icon && <Icon aria-hidden />}
      {children}
    </li>
  )
}
