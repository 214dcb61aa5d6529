import {
  Banknote,
  Check,
  ChevronRight,
  CircleAlert,
  CircleX,
  Clock,
  Lock,
  TestTubes,
  Users,
  Utensils,
} from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { cn } from '@/lib/class-names'
import { slotText } from '@/lib/format/dates'
import { rupeesText } from '@/lib/format/numbers'
import { Badge } from '@/ui/badge'
import { isDrawn, isVisitDone, type Visit } from './local-round'
import { ContactButtons } from './round-frame'
import * as texts from './texts'
import { streetText, visitName } from './visit-names'

type VisitListProps = {
  visits: readonly Visit[]
  /** Bookings with something that was not accepted */
  refused: ReadonlySet<string>
}

/** The visits in their order; the next one stands out. */
export function VisitList({ visits, refused }: VisitListProps) {
  const next = visits.find((visit) => visit.closed === null && !isVisitDone(visit))
  return (
    <ol aria-label={texts.list.label} className="grid gap-3">
      {visits.map((visit, n) => {
        const isFirstOfTime = visit.time !== visits[n - 1]?.time || n === 0
        return (
          <li key={visit.id} className="grid gap-3">
            {isFirstOfTime && (
              <h2 className="mt-1 flex items-center gap-1.5 font-semibold text-ink-soft text-xs">
                <Clock className="size-3.5" aria-hidden />
                {visit.time ? slotText(visit.time) : texts.list.instant}
              </h2>
            )}
            <VisitCard
              visit={visit}
              place={n + 1}
              isNext={visit === next}
              isRefused={visit.people.some(({ bookingId }) => refused.has(bookingId))}
            />
          </li>
        )
      })}
    </ol>
  )
}

type VisitCardProps = { visit: Visit; place: number; isNext: boolean; isRefused: boolean }

function VisitCard({ visit, place, isNext, isRefused }: VisitCardProps) {
  const isDone = isVisitDone(visit)
  const isFailed = isDone && !visit.people.some(isDrawn)
  const tubes = visit.people.reduce((sum, { custody }) => sum + custody.tubes.length, 0)
  return (
    <article
      className={cn(
        'overflow-hidden rounded-xl border bg-surface shadow-card',
        isNext && 'border-brand ring-1 ring-brand',
      )}
    >
      <Link
        to={`?${new URLSearchParams({ visit: visit.id })}`}
        className="flex min-h-18 items-center gap-3 px-3.5 py-3 outline-offset-[-2px]"
      >
        <Mark visit={visit} isNext={isNext}>
          {place}
        </Mark>
        <span className="min-w-0 grow">
          <span className="flex items-center gap-2">
            <span className={cn('truncate font-semibold', isDone && 'text-ink-soft')}>
              {visitName(visit)}
            </span>
            {isNext && <Badge variant="brand">{texts.list.next}</Badge>}
          </span>
          {visit.address && <span className="block truncate text-ink-soft text-xs">{streetText(visit)}</span>}
          <span className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5 text-ink-soft text-xs tabular-nums">
            {isDone ? (
              <span>
                {isFailed ? texts.list.failed : visit.due > 0 ? texts.list.unpaid : texts.list.done}
              </span>
            ) : (
              <>
                {visit.people.length > 1 && (
                  <Fact icon={Users}>{texts.list.people(visit.people.length)}</Fact>
                )}
                <Fact icon={TestTubes}>{texts.list.tubes(tubes)}</Fact>
                {visit.fastingHours !== null && (
                  <Fact icon={Utensils}>{texts.list.fasting(visit.fastingHours)}</Fact>
                )}
              </>
            )}
            {visit.due > 0 && !isFailed && (
              <Fact icon={Banknote}>{texts.list.due(rupeesText(visit.due))}</Fact>
            )}
            {visit.closed !== null && <Fact icon={Lock}>{texts.list.closed}</Fact>}
          </span>
          {isRefused && (
            <span className="mt-1 flex items-center gap-1.5 font-semibold text-error text-xs">
              <CircleAlert className="size-4" aria-hidden />
              {texts.list.refused}
            </span>
          )}
        </span>
        <ChevronRight className="size-5 shrink-0 text-ink-soft" aria-hidden />
      </Link>
      {isNext && <ContactButtons visit={visit} className="border-t p-3" />}
    </article>
  )
}

function Fact({
  icon: Icon,
  children,
}: {
  icon: ComponentType<{ className?: string }>
  children: ReactNode
}) {
  return (
    <span className="flex items-center gap-1">
      <Icon className="size-3.5 shrink-0" aria-hidden />
      {children}
    </span>
  )
}

function Mark({ visit, isNext, children }: { visit: Visit; isNext: boolean; children: ReactNode }) {
  const isDone = isVisitDone(visit)
  const isDrawnAtAll = visit.people.some(isDrawn)
  const className = cn(
    'grid size-9 shrink-0 place-items-center rounded-full font-semibold text-sm tabular-nums [&_svg]:size-5',
    !isDone && !isNext && 'bg-sunken text-ink-soft',
    !isDone && isNext && 'bg-brand text-on-brand',
    isDone && isDrawnAtAll && 'bg-success-soft text-success',
    isDone && !isDrawnAtAll && 'bg-accent-soft text-accent-ink',
  )
  if (!isDone) return <span className={className}>{children}</span>
  return <span className={className}>{isDrawnAtAll ? <Check aria-hidden /> : <CircleX aria-hidden />}</span>
}
