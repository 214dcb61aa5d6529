import type { OperationsView, Trouble } from '@jaanch/operations/now/api'
import {
  ArrowRight,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleOff,
  Minus,
  OctagonX,
  TriangleAlert,
} from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '@/components/use-command'
import { clearMaintenance, useMaintenance } from '@/features/operations/maintenance-calls'
import { declareRestored, useOperations } from '@/features/operations/operations-calls'
import { cn } from '@/lib/class-names'
import { instantText } from '@/lib/format/dates'
import { durationText } from '@/lib/format/durations'
import { countText } from '@/lib/format/numbers'
import { capitalised, shortId } from '@/lib/format/text'
import { eventPath, paths } from '@/lib/paths'
import { useMay } from '@/lib/session/staff'
import { Badge, StyledBadge } from '@/ui/badge'
import { Button, ButtonLink } from '@/ui/button'
import { Card } from '@/ui/card'
import { DescriptionList } from '@/ui/description-list'
import { EmptyState } from '@/ui/empty-state'
import { lazyDialog } from '@/ui/lazy-part'
import { Panel } from '@/ui/panel'
import { SkeletonList } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'
import { notice as noticeTexts } from '../notice/texts'
import { Pipeline } from './pipeline'
import { lagText, sizeText } from './stages'
import {
  checks as checkTexts,
  generations as generationTexts,
  noState as noStateTexts,
  processes as processTexts,
  restored as restoredTexts,
  storage as storageTexts,
  troubles as texts,
} from './texts'

function Processes({ view }: { view: OperationsView }) {
  const rows = view.processes.map((process) => ({
    ...process,
    facts: factsOf(process, Date.parse(view.at)),
  }))
  return (
    <Panel title={processTexts.title}>
      {rows.length === 0 && <p className="px-4 py-4 text-ink-soft sm:px-5">{processTexts.none}</p>}
      <ul className="divide-y md:hidden">
        {rows.map(({ id, service, facts }) => (
          <li key={id} className="px-4 py-3">
            <h3 className="font-semibold text-sm">
              {processTexts.names[service]} <span className="font-normal text-ink-soft">{shortId(id)}</span>
            </h3>
            <DescriptionList
              items={facts}
              className="mt-2 grid-cols-2 gap-x-4 gap-y-2"
              detailsClassName="text-sm tabular-nums"
            />
          </li>
        ))}
      </ul>
      {rows.length > 0 && (
        <table className="w-full text-sm tabular-nums max-md:hidden">
          <thead>
            <tr className="border-b text-left text-ink-soft text-xs">
              <th scope="col" className="py-2 pr-3 pl-5 font-semibold">
                {processTexts.process}
              </th>
              {rows[0]?.facts.map(([name]) => (
                <th key={name} scope="col" className="px-3 py-2 font-semibold">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y">
            {rows.map(({ id, service, facts }) => (
              <tr key={id}>
                <th scope="row" className="py-2.5 pr-3 pl-5 text-left font-semibold">
                  {processTexts.names[service]}{' '}
                  <span className="font-normal text-ink-soft text-xs">{shortId(id)}</span>
                </th>
                {facts.map(([name, fact]) => (
                  <td key={name} className="px-3 py-2.5">
                    {fact}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}

type Process = OperationsView['processes'][number]

function factsOf({ vitals, startedAt, tail }: Process, now: number): (readonly [string, string])[] {
  return [
    [processTexts.version, [vitals.release, vitals.commit?.slice(0, 7)].filter(Boolean).join(' ')],
    [processTexts.age, durationText(Math.max(0, now - Date.parse(startedAt)))],
    [processTexts.cpu, `${vitals.cpu.toFixed(1)} %`],
    [processTexts.memory, sizeText(vitals.memory)],
    [processTexts.loopDelay, `${vitals.loopDelay.toFixed(1)} ms`],
    [processTexts.pushLag, tail?.lag === undefined ? '–' : countText(tail.lag)],
  ]
}

export function NowPage() {
  const { data: view, loading } = useOperations()
  if (loading) return <SkeletonList count={3} itemClassName="h-48" className="grid grid-cols-1 gap-6" />
  if (!view) {
    return <EmptyState icon={CircleOff} title={noStateTexts.title} text={noStateTexts.text} />
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <Troubles view={view} />
      <Pipeline view={view} />
      <Processes view={view} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <Checks view={view} />
          <Generations view={view} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <NoticePanel />
          <Storage view={view} />
        </div>
      </div>
    </div>
  )
}

function Generations({ view }: { view: OperationsView }) {
  return (
    <Panel title={generationTexts.title}>
      {view.generations.length === 0 && (
        <p className="px-4 py-4 text-ink-soft sm:px-5">{generationTexts.none}</p>
      )}
      <ul className="divide-y">
        {view.generations.map((one) => (
          <li key={one.generation} className="px-4 py-3 sm:px-5">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="font-semibold text-sm">{generationTexts.generation(one.generation)}</h3>
              <StateBadge {...one} />
            </div>
            <DescriptionList
              items={[
                [generationTexts.version, String(one.version)],
                [generationTexts.position, `${countText(one.position)}, ${lagText(one.lag)}`],
                [generationTexts.size, sizeText(one.bytes)],
                [generationTexts.since(capitalised(one.state)), instantText(one.stateSince)],
              ]}
              className="mt-2 grid-cols-2 gap-x-4 gap-y-2"
              detailsClassName="text-sm tabular-nums"
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function StateBadge({ state, isFed, stopped }: OperationsView['generations'][number]) {
  const isLive = state === 'live'
  const wrong = stopped
    ? generationTexts.stopped(stopped.position)
    : isLive && !isFed && generationTexts.notFed
  if (wrong) return <StyledBadge label={wrong} variant="error" icon={OctagonX} />
  const style = isLive
    ? ({ variant: 'success', icon: CircleCheck } as const)
    : ({ variant: 'neutral', icon: CircleDashed } as const)
  return <StyledBadge label={capitalised(state)} {...style} />
}

/** The counts of open messages end here, and those of rows to delete */
const countedUpTo = 10_001

/** Those of messages that were sent and skipped */
const countedFinishedUpTo = 1_000_001

function Storage({ view }: { view: OperationsView }) {
  const { sizes, messages, queues, retention, epoch, lastVerify } = view
  const over = retention.filter((one) => one.over > 0)
  const items: (readonly [string, string])[] = [
    [
      storageTexts.lastVerify,
      lastVerify
        ? storageTexts.verified(lastVerify.different, instantText(lastVerify.finishedAt))
        : storageTexts.noVerify,
    ],
    [storageTexts.database, sizeText(sizes.database)],
    [storageTexts.log, sizeText(sizes.log)],
    [storageTexts.readTables, sizeText(sizes.readTables)],
    ...Object.entries(messages).map(
      ([status, n]) =>
        [
          storageTexts.messages(status),
          boundedText(n, status === 'sent' || status === 'skipped' ? countedFinishedUpTo : countedUpTo),
        ] as const,
    ),
    ...(queues ?? []).map(
      ({ name, waiting, active, delayed, failed }) =>
        [storageTexts.jobs(name), storageTexts.jobCounts(waiting + active + delayed, failed)] as const,
    ),
    ...over.map((one) => [storageTexts.toDelete(one.what), boundedText(one.over, countedUpTo)] as const),
    ...(epoch.since ? [[storageTexts.epochSince, instantText(epoch.since)] as const] : []),
    ...(epoch.reason ? [[storageTexts.epochReason, capitalised(epoch.reason)] as const] : []),
  ]
  return (
    <Panel title={storageTexts.title}>
      <DescriptionList
        items={items}
        layout="row"
        className="gap-y-2 px-4 py-3 text-sm sm:px-5"
        detailsClassName="tabular-nums"
      />
    </Panel>
  )
}

function boundedText(n: number, upTo: number): string {
  return n >= upTo ? `${countText(upTo - 1)}+` : countText(n)
}

const NoticeDialog = lazyDialog(async () => (await import('../notice/notice-dialog')).NoticeDialog)

/** The notice to everybody, also before it begins. */
function NoticePanel() {
  const { notice, loading } = useMaintenance()
  const mayOperate = useMay('operator')
  const [isSetting, setIsSetting] = useState(false)
  const { run: clear, busy } = useCommand({
    send: clearMaintenance,
    succeeded: noticeTexts.cleared,
    failed: noticeTexts.notCleared,
  })
  const action = mayOperate && !loading && (
    <div className="flex flex-wrap justify-end gap-2">
      {notice && (
        <Button variant="outline" size="sm" loading={busy} onClick={() => void clear(notice.id)}>
          {noticeTexts.clear}
        </Button>
      )}
      <Button variant="outline" size="sm" onClick={() => setIsSetting(true)}>
        {notice ? noticeTexts.replace : noticeTexts.set}
      </Button>
    </div>
  )
  return (
    <Panel title={noticeTexts.title} action={action}>
      <div className="px-4 py-3 text-sm sm:px-5">
        {notice ? (
          <>
            <p className="font-medium [overflow-wrap:anywhere]">{notice.text}</p>
            <DescriptionList
              items={[
                [noticeTexts.from, notice.from ? instantText(notice.from) : noticeTexts.atOnce],
                [noticeTexts.until, notice.until ? instantText(notice.until) : noticeTexts.whenCleared],
              ]}
              className="mt-2 grid-cols-2 gap-x-4 gap-y-2"
              detailsClassName="text-sm"
            />
          </>
        ) : (
          <p className="text-ink-soft">{noticeTexts.none}</p>
        )}
      </div>
      {isSetting && <NoticeDialog onClose={() => setIsSetting(false)} />}
    </Panel>
  )
}

const ReasonDialog = lazyDialog(async () => (await import('@/components/reason-dialog')).ReasonDialog)

function pathOf({ section, position }: Trouble): string {
  return position === undefined ? `${paths.adminOperations}/${section}` : eventPath(position)
}

export function Troubles({ view }: { view: OperationsView }) {
  const mayOperate = useMay('operator')
  const [isDeclaring, setDeclaring] = useState(false)
  if (view.troubles.length === 0) return <NoTrouble view={view} />
  return (
    <Panel title={texts.title}>
      <ul className="divide-y">
        {view.troubles.map((trouble) => (
          <li
            key={trouble.text}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5"
          >
            <p className="flex min-w-0 flex-1 basis-64 gap-3">
              <TriangleAlert className="mt-0.5 size-5 shrink-0 text-error" aria-hidden />
              <span className="min-w-0">{trouble.text}</span>
            </p>
            {trouble.section && (
              <ButtonLink variant="outline" size="sm" to={pathOf(trouble)}>
                {trouble.position === undefined ? texts.links[trouble.section] : texts.openEvent}
                <ArrowRight aria-hidden />
              </ButtonLink>
            )}
            {mayOperate && trouble.fix === 'restored' && (
              <Button variant="danger" size="sm" onClick={() => setDeclaring(true)}>
                {restoredTexts.dialog.title}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isDeclaring && (
        <ReasonDialog
          {...restoredTexts.dialog}
          onSubmit={async (reason) => {
            await declareRestored(view.epoch.id, reason)
            toast.success(...restoredTexts.succeeded)
          }}
          onClose={() => setDeclaring(false)}
        />
      )}
    </Panel>
  )
}

/** A part that could not be checked counts as not well. */
function NoTrouble({ view: { checks, wellSince } }: { view: OperationsView }) {
  const unknown = checks.filter(({ state }) => state === 'unknown')
  const isWell = unknown.length === 0
  const Icon = isWell ? CircleCheck : CircleHelp
  return (
    <Card className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 sm:px-5">
      <Icon className={cn('size-5', isWell ? 'text-success' : 'text-ink-soft')} aria-hidden />
      <h2 className="font-semibold text-base">{isWell ? texts.none : texts.noneKnown}</h2>
      {wellSince && <p className="text-ink-soft text-sm">{texts.noneSince(instantText(wellSince))}</p>}
      {unknown.length > 0 && (
        <p className="basis-full text-ink-soft text-sm">
          {texts.notLookedAt(unknown.map(({ name }) => checkTexts.names[name]))}
        </p>
      )}
    </Card>
  )
}

const styles = {
  well: { variant: 'success', icon: CircleCheck },
  trouble: { variant: 'error', icon: OctagonX },
  off: { variant: 'neutral', icon: Minus },
  unknown: { variant: 'accent', icon: CircleHelp },
} as const

/** The checks besides the log and its readers. */
function Checks({ view: { checks } }: { view: OperationsView }) {
  if (!checks) return null
  return (
    <Panel title={checkTexts.title}>
      <ul className="divide-y">
        {checks.map(({ name, state, text }) => (
          <li key={name} className="px-4 py-3 sm:px-5">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="font-semibold text-sm">{checkTexts.names[name]}</h3>
              <Badge {...styles[state]}>{checkTexts.states[state]}</Badge>
            </div>
            <p className="mt-1 break-words text-ink-soft text-sm">{text}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
