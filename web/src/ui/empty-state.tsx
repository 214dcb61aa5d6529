import { type LucideIcon, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIsReachable } from '@/lib/http/network'
import { Button } from './button'
import { IconSpot } from './icon-spot'

type EmptyStateProps = {
  icon: LucideIcon
  title: string
  text?: ReactNode
  action?: ReactNode
  /** For a list that is empty because of its filters: replaces an action */
  onClear?: (() => void) | false
  clearLabel?: string
}

/** In place of the rows of a list that has none. A list that could not be loaded is shown empty too: without a network it says so. */
export function EmptyState({
  icon: Icon,
  title,
  text,
  onClear,
  clearLabel = 'Clear filters',
  action = onClear && (
    <Button variant="outline" onClick={onClear}>
      {clearLabel}
    </Button>
  ),
}: EmptyStateProps) {
  const isReachable = useIsReachable()
  const ShownIcon = isReachable ? Icon : WifiOff
  return (
    <div className="grid place-items-center rounded-xl border border-dashed bg-surface px-6 py-14 text-center">
      <IconSpot icon={ShownIcon} className="size-14 rounded-full bg-brand-soft text-brand-ink" />
      {!isReachable && <p className="mt-4 font-semibold text-base">There is no network.</p>}
      <p className={isReachable ? 'mt-4 font-semibold text-base' : 'mt-1 text-ink-soft'}>{title}</p>
      {(text || !isReachable) && (
        <p className="mt-1 max-w-sm text-ink-soft">
          {isReachable ? text : 'It loads by itself when the network is back.'}
        </p>
      )}
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}
