import { istDate } from '@jaanch/contracts/calendar'
import { ClipboardList, LogOut, Printer, RefreshCw, Route, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { clockText, dateText } from '@/lib/format/dates'
import { rupeesText } from '@/lib/format/numbers'
import { serverText } from '@/lib/http/api-error'
import { paths, roundPath } from '@/lib/paths'
import { useSignOut } from '@/lib/session/questions'
import { useUser } from '@/lib/session/session-context'
import { Button, ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { lazyDialog } from '@/ui/lazy-part'
import { Menu } from '@/ui/menu'
import { SkeletonBlocks } from '@/ui/skeleton'
import { isVisitDone, tubesToHandOver, unpaidAfterDraw, type Visit } from './local-round'
import { Refusals, RoundFrame } from './round-frame'
import * as texts from './texts'
import type { RoundControl } from './use-round'
import { VisitList } from './visit-list'

const EndDialog = lazyDialog(async () => (await import('@/ui/confirm-dialog')).OpenConfirmDialog)

/** The visits of the day with what is done, and how the round ends. */
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

/** Handing over comes first, then the end, which waits until all is sent and read. */
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
  return (
    <Menu
      label={texts.page.menu}
      items={[
        { label: texts.page.refresh, icon: RefreshCw, onSelect: round.refresh },
        { label: texts.page.sheet, icon: Printer, onSelect: () => void navigate(sheet) },
        ...(labRole === 'collector'
          ? []
          : [
              {
                label: texts.page.bookings,
                icon: ClipboardList,
                onSelect: () => void navigate(paths.labBookings),
              },
            ]),
        { label: texts.page.account, icon: UserRound, onSelect: () => void navigate(paths.account) },
        { label: texts.page.signOut, icon: LogOut, onSelect: () => void signOut() },
      ]}
    />
  )
}
