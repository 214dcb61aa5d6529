import { useState } from 'react'
import { ReasonDialog } from '@/components/reason-dialog'
import { useCommand } from '@/components/use-command'
import { instantText } from '@/lib/format/dates'
import { durationText } from '@/lib/format/durations'
import {
  acceptRun,
  continueRun,
  pauseRun,
  type RunDetailView,
  type RunView,
  stopRun,
} from '@/lib/resources/operations/runs'
import { useMay } from '@/lib/session/staff'
import { StyledBadge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { Panel } from '@/ui/panel'
import { tableText } from './changed-fields'
import { Differences } from './differences'
import { badgeOf, isMoving, notPossible, runTitle } from './run-texts'
import {
  accept as acceptTexts,
  goLive as goLiveTexts,
  progress as progressTexts,
  stop as stopTexts,
  panel as texts,
} from './texts'

type RunPanelProps = { run: RunView; detail: RunDetailView | undefined; onChange: () => Promise<void> }

export function RunPanel({ run, detail, onChange }: RunPanelProps) {
  const mayOperate = useMay('operator')
  const [asks, setAsks] = useState<'accept' | 'go live' | 'stop'>()
  const isOpen = run.finishedAt === null
  const isDeciding = run.state === 'deciding' && run.wanted !== 'accept'

  const { run: steer, busy } = useCommand({
    send: (action: () => Promise<RunView>) => action(),
    done: onChange,
    failed: notPossible,
  })

  return (
    <Panel title={texts.title(runTitle(run), run.id)} action={<StyledBadge {...badgeOf(run)} />}>
      <div className="grid grid-cols-1 gap-5 p-4 sm:p-5">
        {run.reason && <p className="break-words text-ink-soft text-sm">{run.reason}</p>}
        {isMoving(run) && run.progress && <RunProgress state={run.state} progress={run.progress} />}
        {run.wanted === 'pause' && run.waitsUntil && (
          <p className="text-sm">{texts.pausedUntil(instantText(run.waitsUntil))}</p>
        )}
        {isDeciding && (
          <p className="text-sm">
            {run.different ? texts.differ(run.different) : texts.noneDiffers} {texts.kept}{' '}
            {run.waitsUntil && texts.endsAt(instantText(run.waitsUntil))}
          </p>
        )}
        {run.state === 'deciding' && !isDeciding && <p className="text-sm">{texts.accepted}</p>}
        {run.result && <p className="text-sm">{run.result}</p>}
        {mayOperate && isOpen && run.state !== 'going live' && run.wanted !== 'accept' && (
          <div className="flex flex-wrap gap-3">
            {isDeciding && (
              <Button loading={busy} onClick={() => setAsks(run.different ? 'accept' : 'go live')}>
                {run.different ? texts.accept : texts.goLive}
              </Button>
            )}
            {isMoving(run) &&
              (run.wanted === 'pause' ? (
                <Button loading={busy} onClick={() => steer(() => continueRun(run.id))}>
                  {texts.continue}
                </Button>
              ) : (
                <Button variant="outline" loading={busy} onClick={() => steer(() => pauseRun(run.id))}>
                  {texts.pause}
                </Button>
              ))}
            <Button variant="danger" disabled={busy} onClick={() => setAsks('stop')}>
              {isDeciding ? texts.drop : texts.stop}
            </Button>
          </div>
        )}
        {detail?.id === run.id && detail.differences && <Differences tables={detail.differences.tables} />}
      </div>
      {asks === 'accept' && <AcceptDialog run={run} onDone={onChange} onClose={() => setAsks(undefined)} />}
      <ConfirmDialog
        open={asks === 'go live'}
        onOpenChange={(open) => setAsks(open ? 'go live' : undefined)}
        {...goLiveTexts.question(run.id)}
        onConfirm={() => void steer(() => acceptRun(run.id, run.comparison, null))}
      />
      <ConfirmDialog
        open={asks === 'stop'}
        onOpenChange={(open) => setAsks(open ? 'stop' : undefined)}
        {...stopTexts.question(run.id)}
        onConfirm={() => void steer(() => stopRun(run.id))}
      />
    </Panel>
  )
}

type AcceptDialogProps = { run: RunView; onDone: () => Promise<void>; onClose: () => void }

function AcceptDialog({ run, onDone, onClose }: AcceptDialogProps) {
  async function submit(reason: string) {
    await acceptRun(run.id, run.comparison, reason)
    await onDone()
  }

  return <ReasonDialog {...acceptTexts.dialog(run.different ?? 0)} onSubmit={submit} onClose={onClose} />
}

type RunProgressProps = { state: RunView['state']; progress: NonNullable<RunView['progress']> }

function RunProgress({ state, progress }: RunProgressProps) {
  const { done, total, rate, table, isPaused } = progress
  const share = total > 0 ? Math.min(1, done / total) : 0
  const left =
    rate > 0 && total > done ? progressTexts.left(durationText(Math.ceil((total - done) / rate) * 1_000)) : ''
  const phase =
    state === 'comparing'
      ? progressTexts.compares(table ? tableText(table) : undefined)
      : progressTexts.events(done, total)
  return (
    <div className="grid gap-2">
      <div
        role="progressbar"
        aria-label={progressTexts.label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        className="h-2.5 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full origin-left rounded-full bg-brand transition-transform duration-200 motion-reduce:transition-none"
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
      <p className="flex flex-wrap justify-between gap-x-4 text-ink-soft text-sm tabular-nums">
        <span>{phase}</span>
        <span>
          {isPaused ? progressTexts.paused : state === 'filling' && rate > 0 ? progressTexts.rate(rate) : ''}
          {!isPaused && state === 'filling' && left && ` · ${left}`}
        </span>
      </p>
    </div>
  )
}
