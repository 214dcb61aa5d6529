import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button'

type EmptyStateProps = {
  icon: LucideIcon
  title: string
  children?: ReactNode
  action?: ReactNode
  /** Of a list that is empty because of its filters: in place of an action */
  onClear?: (() => void) | false
  clearLabel?: string
}

export function EmptyState({
  icon: Icon,
  title,
  children,
  onClear,
  clearLabel = 'Clear filters',
  action = onClear && (
    <Button variant="outline" onClick={onClear}>
      {clearLabel}
    </Button>
  ),
}: EmptyStateProps) {
  return (
    <div className="grid place-items-center rounded-xl border border-dashed bg-surface px-6 py-14 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-brand-soft text-brand-ink">
        <Icon className="size-6" aria-hidden />
      </span>
      <p className="mt-4 font-semibold text-base">{title}</p>
      {children && <p className="mt-1 max-w-sm text-ink-soft">{children}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}
