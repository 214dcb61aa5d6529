import { istDate } from '@jaanch/contracts/calendar'
import {
  Banknote,
  Check,
  ChevronRight,
  CircleAlert,
  CircleX,
  ClipboardList,
  Clock,
  Lock,
  LogOut,
  type LucideIcon,
  Printer,
  RefreshCw,
  Route,
  TestTubes,
  UserRound,
  Users,
  Utensils,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { cn } from '@/lib/class-names'
import { clockText, dateText, slotText } from '@/lib/format/dates'
import { rupeesText } from '@/lib/format/numbers'
import { serverText } from '@/lib/http/api-error'
import { paths, roundPath } from '@/lib/paths'
import { useSignOut } from '@/lib/session/questions'
import { useUser } from '@/lib/session/session-context'
import { Badge } from '@/ui/badge'
import { Button, ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { lazyDialog } from '@/ui/lazy-part'
import { Menu } from '@/ui/menu'
import { SkeletonBlocks } from '@/ui/skeleton'
import { isDrawn, isVisitDone, tubesToHandOver, unpaidAfterDraw, type Visit } from './local-round'
import { ContactButtons, Refusals, RoundFrame, visitPath } from './round-frame'
import * as texts from './texts'
import type { RoundControl } from './use-round'

const EndDialog = lazyDialog(async () => (await import('@/ui/confirm-dialog')).OpenConfirmDialog)

/** The visits of the day with their progress, and the end of the round. */
export function RoundView({ round }: { round: RoundControl }) {
  const { round: shown, savedAt, isLoading, isEnded, failure, refused } = round
  const date = dateText(shown?.date ?? istDate(new Date()))
  const lead = [date, savedAt && texts.page.asOf(clockText(new Date(savedAt)))].filter(Boolean).join(' · ')
  const visits = shown?.visits ?? []
  return (
    <RoundFrame
      title={texts.page.title}
      lead={lead}
      round={round}
      menu={<RoundMenu round={round} />}
      // its height is there before the visits, so that nothing moves
      bar={visits.length > 0 ? <Progress visits={visits} /> : <div className="mt-2 h-6.5" />}
    >
      <Refusals round={round} />
      {isEnded && !shown ? (
        <EmptyState
          icon={Route}
          title={texts.end.ended}
          action={
            <Button variant="outline" size="lg" onClick={round.refresh}>
              {texts.end.again}
            </Button>
          }
          text={texts.end.endedText}
        />
      ) : isLoading ? (
        <SkeletonBlocks
          label={texts.page.loading}
          className="grid gap-3"
          blocks={Array(4).fill('h-20 w-full rounded-xl')}
        />
      ) : visits.length === 0 ? (
        <EmptyState
          icon={Route}
          title={failure ? (serverText(failure) ?? texts.page.failed) : texts.page.none}
          action={
            <Button variant="outline" size="lg" onClick={round.refresh}>
              {failure ? texts.page.retry : texts.page.refresh}
            </Button>
          }
          text={failure ? undefined : texts.page.noneText}
        />
      ) : (
        <>
          <VisitList visits={visits} refused={new Set(refused.map(({ subject }) => subject))} />
          {shown?.isCut && <p className="font-semibold">{texts.page.cut}</p>}
          <RoundEnd round={round} />
        </>
      )}
    </RoundFrame>
  )
}

function Progress({ visits }: { visits: readonly Visit[] }) {
  const done = visits.filter(isVisitDone).length
  const unpaid = unpaidAfterDraw(visits)
  return (
    <div className="mt-2 grid gap-1">
      <p className="flex justify-between gap-3 text-ink-soft text-xs tabular-nums">
        <span>{texts.page.progress(done, visits.length)}</span>
        {unpaid > 0 && (
          <span className="font-semibold text-accent-ink">{texts.list.due(rupeesText(unpaid))}</span>
        )}
      </p>
      <div className="h-1.5 overflow-hidden rounded-full bg-sunken" aria-hidden>
        <div className="h-full rounded-full bg-brand" style={{ width: `${(100 * done) / visits.length}%` }} />
      </div>
    </div>
  )
}

type VisitListProps = {
  visits: readonly Visit[]
  /** Bookings with something that was not accepted */
  refused: ReadonlySet<string>
}

/** The visits in their order; the next one stands out. */
function VisitList({ visits, refused }: VisitListProps) {
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
        to={visitPath(visit)}
        className="flex min-h-18 items-center gap-3 px-3.5 py-3 outline-offset-[-2px]"
      >
        <Mark {...{ visit, isNext, place }} />
        <span className="min-w-0 grow">
          <span className="flex items-center gap-2">
            <span className={cn('truncate font-semibold', isDone && 'text-ink-soft')}>
              {texts.visitName(visit)}
            </span>
            {isNext && <Badge variant="brand">{texts.list.next}</Badge>}
          </span>
          {visit.address && (
            <span className="block truncate text-ink-soft text-xs">{texts.streetText(visit)}</span>
          )}
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

function Fact({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <span className="flex items-center gap-1">
      <Icon className="size-3.5 shrink-0" aria-hidden />
      {children}
    </span>
  )
}

/** The place of a visit in the round; once it is done, whether something was drawn. */
function Mark({ visit, isNext, place }: { visit: Visit; isNext: boolean; place: number }) {
  const [text, colours] = isVisitDone(visit)
    ? visit.people.some(isDrawn)
      ? [<Check key="drawn" aria-hidden />, 'bg-success-soft text-success']
      : [<CircleX key="failed" aria-hidden />, 'bg-accent-soft text-accent-ink']
    : [place, isNext ? 'bg-brand text-on-brand' : 'bg-sunken text-ink-soft']
  return (
    <span
      className={cn(
        'grid size-9 shrink-0 place-items-center rounded-full font-semibold text-sm tabular-nums [&_svg]:size-5',
        colours,
      )}
    >
      {text}
    </span>
  )
}

/** Offers to hand the tubes over first, then to end the round, which waits until all is sent and read. */
function RoundEnd({ round }: { round: RoundControl }) {
  const [isAsking, setAsking] = useState(false)
  const visits = round.round?.visits ?? []
  const open = visits.filter((visit) => !isVisitDone(visit)).length
  const unpaid = unpaidAfterDraw(visits)
  const tubes = round.round
    ? tubesToHandOver(round.round).reduce((sum, each) => sum + each.tubes.length, 0)
    : 0
  const why =
    round.waiting > 0
      ? texts.end.unsent(round.waiting)
      : round.refused.length > 0
        ? texts.end.refused
        : undefined
  return (
    <div className="mt-2 grid gap-3">
      {tubes > 0 ? (
        <ButtonLink size="lg" to={`?${new URLSearchParams({ view: 'hand-over' })}`}>
          {texts.handOver.open(tubes)}
        </ButtonLink>
      ) : why ? (
        <p className="rounded-xl border border-dashed p-3.5 text-center text-ink-soft">{why}</p>
      ) : (
        <Button
          variant={open > 0 || unpaid > 0 ? 'outline' : 'primary'}
          size="lg"
          onClick={() => setAsking(true)}
        >
          {texts.end.open}
        </Button>
      )}
      {isAsking && (
        <EndDialog
          title={texts.end.title}
          description={[
            open > 0 && texts.end.openVisits(open),
            unpaid > 0 && texts.end.unpaid(rupeesText(unpaid)),
            texts.end.text,
          ]
            .filter(Boolean)
            .join(' ')}
          confirmLabel={texts.end.confirm}
          cancelLabel={texts.end.cancel}
          onConfirm={round.end}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

function RoundMenu({ round }: { round: RoundControl }) {
  const navigate = useNavigate()
  const { labRole } = useUser()
  const signOut = useSignOut()
  const { date = istDate(new Date()), visits = [] } = round.round ?? {}
  const only = visits.flatMap(({ people }) => people.map(({ bookingId }) => bookingId))
  const sheet = roundPath({ date, ...(only.length > 0 && { only }) })
  const goTo = (label: string, icon: LucideIcon, path: string) => ({
    label,
    icon,
    onSelect: () => void navigate(path),
  })
  return (
    <Menu
      label={texts.page.menu}
      items={[
        { label: texts.page.refresh, icon: RefreshCw, onSelect: round.refresh },
        goTo(texts.page.sheet, Printer, sheet),
        ...(labRole === 'collector' ? [] : [goTo(texts.page.bookings, ClipboardList, paths.labBookings)]),
        goTo(texts.page.account, UserRound, paths.account),
        { label: texts.page.signOut, icon: LogOut, onSelect: () => void signOut() },
      ]}
    />
  )
}
