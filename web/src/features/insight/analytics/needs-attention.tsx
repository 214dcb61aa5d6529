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

const texts = {
  title: 'Needs attention',
  tiles: {
    unassigned: 'Unassigned for over an hour',
    'instant-late': 'Instant, past their 4 hours',
    'slot-missed': 'Slot passed, not collected',
    'report-late': 'Report past its promise',
    'not-confirmed': 'No lab confirmed in time',
    'refund-due': 'Refund to settle',
    'collection-failed': 'Nothing drawn, no new time',
    'after-end': 'Reported after the end',
  },
  waitingLabs: 'Lab areas that wait for consent',
}

type TileStyle = { label: string; icon: LucideIcon }

const tiles: Record<Attention, TileStyle> = {
  unassigned: { label: texts.tiles.unassigned, icon: UserRoundX },
  'instant-late': { label: texts.tiles['instant-late'], icon: Timer },
  'slot-missed': { label: texts.tiles['slot-missed'], icon: CalendarX2 },
  'report-late': { label: texts.tiles['report-late'], icon: FileClock },
  'not-confirmed': { label: texts.tiles['not-confirmed'], icon: BellRing },
  'refund-due': { label: texts.tiles['refund-due'], icon: HandCoins },
  'collection-failed': { label: texts.tiles['collection-failed'], icon: DoorClosed },
  'after-end': { label: texts.tiles['after-end'], icon: History },
}

const waitingLabs: TileStyle = { label: texts.waitingLabs, icon: MapPinned }

export function NeedsAttention() {
  const { analytics, loading } = useAnalytics()
  if (!analytics && !loading) return null
  return (
    <section aria-labelledby="needs-attention">
      <h2 id="needs-attention" className="mb-3 font-bold text-base">
        {texts.title}
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {attentions.map((attention) => (
          <li key={attention} className="min-w-0">
            {analytics ? (
              <Tile
                {...tiles[attention]}
                to={attentionPath(attention)}
                count={analytics.needsAttention[attention]}
              />
            ) : (
              <TileSkeleton />
            )}
          </li>
        ))}
        <li className="min-w-0">
          {analytics ? (
            <Tile {...waitingLabs} to={labsPath('waiting')} count={analytics.waitingLabs} />
          ) : (
            <TileSkeleton />
          )}
        </li>
      </ul>
    </section>
  )
}

function TileSkeleton() {
  return <Skeleton className="h-29 w-full sm:h-26 rounded-xl" />
}

function Tile({ label, icon, to, count }: TileStyle & { to: string; count: number }) {
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
