import { useState } from 'react'
import { useCommand } from '@/components/use-command'
import { countText } from '@/lib/format/numbers'
import {
  acceptRun,
  continueRun,
  pauseRun,
  type RunDetailView,
  type RunView,
  stopRun,
} from '@/lib/resources/operations/runs'
import { StyledBadge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { Panel } from '@/ui/panel'
import { AcceptDialog } from './accept-dialog'
import { Differences } from './differences'
import { RunProgress } from './run-progress'
import { badgeOf, isMoving, notPossible, runTitle } from './run-texts'

type RunPanelProps = { run: RunView; detail: RunDetailView | undefined; onChange: () => Promise<void> }

/** A run: how far it is, what can be done with it, and its differences. */
export function RunPanel({ run, detail, onChange }: RunPanelProps) {
  const [asks, setAsks] = useState<'accept' | 'go live' | 'stop'>()
  const isOpen = run.finishedAt === null
  const isDeciding = run.state === 'deciding' && run.wanted !== 'accept'

  const { run: steer, busy } = useCommand({
    send: (action: () => Promise<RunView>) => action(),
    done: onChange,
    failed: notPossible,
  })

  return (
    <Panel title={`${runTitle(run)}, run ${run.id}`} action={<StyledBadge {...badgeOf(run)} />}>
      <div className="grid grid-cols-1 gap-5 p-4 sm:p-5">
        {run.reason && <p className="break-words text-ink-soft text-sm">{run.reason}</p>}
        {isMoving(run) && run.progress && <RunProgress state={run.state} progress={run.progress} />}
        {isDeciding && (
          <p className="text-sm">
            {run.different
              ? `${countText(run.different)} rows differ. The live tables are unchanged until you accept the differences. `
              : 'No row differs. '}
            The rebuilt tables are kept up to date; after an hour they are dropped.
          </p>
        )}
        {run.state === 'deciding' && !isDeciding && (
          <p className="text-sm">It is compared once more, then it goes live.</p>
        )}
        {run.result && <p className="text-sm">{run.result}</p>}
        {isOpen && run.state !== 'going live' && run.wanted !== 'accept' && (
          <div className="flex flex-wrap gap-3">
            {isDeciding && (
              <Button loading={busy} onClick={() => setAsks(run.different ? 'accept' : 'go live')}>
                {run.different ? 'Accept differences …' : 'Go live …'}
              </Button>
            )}
            {isMoving(run) &&
              (run.wanted === 'pause' ? (
                <Button loading={busy} onClick={() => steer(() => continueRun(run.id))}>
                  Continue
                </Button>
              ) : (
                <Button variant="outline" loading={busy} onClick={() => steer(() => pauseRun(run.id))}>
                  Pause
                </Button>
              ))}
            <Button variant="danger" disabled={busy} onClick={() => setAsks('stop')}>
              {isDeciding ? 'Drop' : 'Stop'}
            </Button>
          </div>
        )}
        {detail?.id === run.id && detail.differences && <Differences tables={detail.differences.tables} />}
      </div>
      {asks === 'accept' && <AcceptDialog run={run} onDone={onChange} onClose={() => setAsks(undefined)} />}
      <ConfirmDialog
        open={asks === 'go live'}
        onOpenChange={(open) => setAsks(open ? 'go live' : undefined)}
        title={`Make run ${run.id} live?`}
        description="Everybody reads the rebuilt tables at once. They are compared once more before; if rows differ then, you are asked again."
        confirmLabel="Go live"
        cancelLabel="Not yet"
        onConfirm={() => void steer(() => acceptRun(run.id, run.comparison, null))}
      />
      <ConfirmDialog
        open={asks === 'stop'}
        onOpenChange={(open) => setAsks(open ? 'stop' : undefined)}
        title={`Stop run ${run.id}?`}
        description="The rebuilt tables are dropped. The live tables stay as they are; another run begins from the start."
        confirmLabel="Stop"
        cancelLabel="Keep it"
        onConfirm={() => void steer(() => stopRun(run.id))}
      />
    </Panel>
  )
}
