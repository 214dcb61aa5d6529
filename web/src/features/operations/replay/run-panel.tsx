import { CircleAlert, CircleCheck, CircleSlash, Clock, LoaderCircle } from 'lucide-react'
import { useCommand } from '@/components/use-command'
import { durationText } from '@/lib/format/durations'
import { call } from '@/lib/http/call'
import { useMay } from '@/lib/session/staff'
import { type BadgeStyle, StyledBadge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ConfirmButton } from '@/ui/confirm-button'
import { Panel } from '@/ui/panel'
import { isOpen, type RunDetailView, type RunView } from './calls'
import { Differences, tableText } from './differences'
import { texts } from './texts'

export const kindLabels = { replay: 'Replay', verify: 'Verify', trial: 'Trial' } as const satisfies Record<
  RunView['kind'],
  string
>

export function askedBy({ requestedBy, requestedByName }: RunView): string {
  const [role, name = ''] = requestedBy.split(':')
  return role === 'operator' ? `${name}, terminal` : (requestedByName ?? 'An admin')
}

export function badgeOf({ state, isStopping, wentLive, different }: RunView): BadgeStyle {
  if (isStopping) return { label: 'Stops', variant: 'neutral', icon: LoaderCircle }
  switch (state) {
    case 'requested':
      return { label: 'Waits for a projector', variant: 'neutral', icon: Clock }
    case 'filling':
      return { label: 'Fills', variant: 'brand', icon: LoaderCircle }
    case 'comparing':
      return { label: 'Compares', variant: 'brand', icon: LoaderCircle }
    case 'failed':
      return { label: 'Failed', variant: 'error', icon: CircleAlert }
    case 'stopped':
      return { label: 'Stopped', variant: 'neutral', icon: CircleSlash }
    case 'done':
      if (wentLive) return { label: 'Live', variant: 'success', icon: CircleCheck }
      return different
        ? { label: 'Differs', variant: 'error', icon: CircleAlert }
        : { label: 'The same', variant: 'success', icon: CircleCheck }
  }
}

/** @returns how long it ran; undefined if it never began */
export function runDurationText({ startedAt, finishedAt }: RunView): string | undefined {
  if (!startedAt || !finishedAt) return undefined
  return durationText(Date.parse(finishedAt) - Date.parse(startedAt))
}

type RunPanelProps = {
  run: RunView
  detail: RunDetailView | undefined
  /** Asks for a replay that accepts its differences; missing if it cannot be asked for */
  onAccept: (() => void) | undefined
  onChange: () => Promise<void>
}

export function RunPanel({ run, detail, onAccept, onChange }: RunPanelProps) {
  const mayOperate = useMay('operator')
  const { run: stop, busy } = useCommand({
    send: () => call('POST', '/api/operations/runs/:id/stop', { params: { id: String(run.id) } }),
    done: onChange,
    failed: texts.stop.failure,
  })

  return (
    <Panel
      title={texts.panel.title(kindLabels[run.kind], run.id, run.code)}
      action={<StyledBadge {...badgeOf(run)} />}
    >
      <div className="grid grid-cols-1 gap-5 p-4 sm:p-5">
        {run.reason && <p className="break-words text-ink-soft text-sm">{run.reason}</p>}
        {isOpen(run) && run.progress && <RunProgress state={run.state} progress={run.progress} />}
        {run.result && <p className="text-sm">{run.result}</p>}
        {mayOperate && isOpen(run) && !run.isStopping && (
          <ConfirmButton
            className="justify-self-start"
            loading={busy}
            {...texts.stop.question(run.id)}
            onConfirm={() => void stop()}
          >
            {texts.panel.stop}
          </ConfirmButton>
        )}
        {onAccept && (
          <Button className="justify-self-start" onClick={onAccept}>
            {texts.accept.button}
          </Button>
        )}
        {detail?.id === run.id && detail.differences && <Differences tables={detail.differences.tables} />}
      </div>
    </Panel>
  )
}

type RunProgressProps = { state: RunView['state']; progress: NonNullable<RunView['progress']> }

function RunProgress({ state, progress: { done, total, rate, table } }: RunProgressProps) {
  const share = total > 0 ? Math.min(1, done / total) : 0
  const isFilling = state === 'filling' && rate > 0
  const left = durationText(Math.ceil((total - done) / rate) * 1_000)
  return (
    <div className="grid gap-2">
      <div
        role="progressbar"
        aria-label={texts.progress.label}
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
        <span>
          {state === 'comparing'
            ? texts.progress.compares(table ? tableText(table) : undefined)
            : texts.progress.events(done, total)}
        </span>
        {isFilling && (
          <span>
            {texts.progress.rate(rate)}
            {total > done && ` · ${texts.progress.left(left)}`}
          </span>
        )}
      </p>
    </div>
  )
}
