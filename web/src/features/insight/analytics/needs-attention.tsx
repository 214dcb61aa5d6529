import { type Attention, attentions, maxAttentionCount } from '@jaanch/booking/list/tabs'
import {
  BellRing,
  CalendarX2,
  CircleCheck,
  DoorClosed,
  FileClock,
  HandCoins,
  History,
  type LucideIcon,
  MapPinned,
  Timer,
  UserRoundX,
} from 'lucide-react'
import { Link } from 'react-router-dom'
import { cn } from '@/lib/class-names'
import { countText } from '@/lib/format/numbers'
import { attentionPath, labsPath } from '@/lib/paths'
import { Skeleton } from '@/ui/skeleton'
import { useAnalytics } from './analytics-section'

type Tile = { label: string; icon: LucideIcon }

const tiles: Record<Attention, Tile> = {
  unassigned: { label: 'Unassigned for over an hour', icon: UserRoundX },
  'instant-late': { label: 'Instant, past their 4 hours', icon: Timer },
  'slot-missed': { label: 'Slot passed, not collected', icon: CalendarX2 },
  'report-late': { label: 'Report past its promise', icon: FileClock },
  'not-confirmed': { label: 'No lab confirmed in time', icon: BellRing },
  'refund-due': { label: 'Refund to settle', icon: HandCoins },
  'collection-failed': { label: 'Nothing drawn, no new time', icon: DoorClosed },
  'after-end': { label: 'Reported after the end', icon: History },
}

const waitingLabs: Tile = { label: 'Lab areas that wait for consent', icon: MapPinned }

export function NeedsAttention() {
  const { analytics, loading } = useAnalytics()
  if (!analytics && !loading) return null
  return (
    <section aria-labelledby="needs-attention">
      <h2 id="needs-attention" className="mb-3 font-bold text-base">
        Needs attention
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {attentions.map((attention) => (
          <li key={attention} className="min-w-0">
            <TileLink
              {...tiles[attention]}
              to={attentionPath(attention)}
              count={analytics?.needsAttention[attention]}
            />
          </li>
        ))}
        <li className="min-w-0">
          <TileLink {...waitingLabs} to={labsPath('waiting')} count={analytics?.waitingLabs} />
        </li>
      </ul>
    </section>
  )
}

type TileLinkProps = Tile & { to: string; count: number | undefined }

function TileLink({ label, icon, to, count }: TileLinkProps) {
  if (count === undefined) return <Skeleton className="h-29 w-full sm:h-26 rounded-xl" />
  const isClear = count === 0
  const Icon = isClear ? CircleCheck : icon
  return (
    <Link
      to={to}
      className={cn(
        'flex h-full min-h-29 flex-col justify-between gap-2 rounded-xl border p-4 shadow-card sm:min-h-26 sm:px-5 transition-colors',
        isClear ? 'bg-surface hover:bg-sunken' : 'border-accent/50 bg-accent-soft hover:border-accent',
      )}
    >
      <span className="flex items-center justify-between gap-2">
        <span className={cn('font-bold text-xl tabular-nums', isClear ? 'text-ink-soft' : 'text-accent-ink')}>
          {count >= maxAttentionCount ? `${countText(maxAttentionCount)}+` : countText(count)}
        </span>
        <Icon className={cn('size-5 shrink-0', isClear ? 'text-success' : 'text-accent-ink')} aria-hidden />
      </span>
      <span className={cn('font-medium text-xs', isClear ? 'text-ink-soft' : 'text-ink')}>{label}</span>
    </Link>
  )
}
