import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { isOpen, useRuns } from '@/lib/resources/operations/runs'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { SkeletonList } from '@/ui/skeleton'
import { RunList } from './run-list'
import { RunPanel } from './run-panel'
import { StartRunDialog } from './start-run-dialog'

/** Replays and verifies: start one, follow it, decide about its differences, and the last ten. */
export function ReplayPage() {
  const [chosen, setChosen] = useState<number>()
  const [isStarting, setStarting] = useState(false)
  const [opened, setOpened] = useState<number>()
  const { runs, detail, error, refetch } = useRuns(opened)
  const run = runs?.find(({ id }) => id === chosen) ?? runs?.find(isOpen) ?? runs?.[0]
  // its differences are fetched for what is shown
  if (run?.id !== opened) setOpened(run?.id)
  const isRunning = runs?.some(isOpen) ?? false

  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-2xl text-ink-soft text-sm">
          A verify compares the live tables with what the log says; a replay replaces them. Every night at
          03:00 IST a verify runs by itself, unless it is set otherwise.
        </p>
        <Button disabled={isRunning} onClick={() => setStarting(true)}>
          <RotateCcw aria-hidden />
          Start …
        </Button>
      </div>
      {!runs && !error && <SkeletonList count={3} itemClassName="h-24" className="grid grid-cols-1 gap-3" />}
      {(runs?.length === 0 || error !== undefined) && (
        <EmptyState icon={RotateCcw} title="No runs yet">
          Start a verify to see whether the live tables are what the log says.
        </EmptyState>
      )}
      {run && <RunPanel run={run} detail={detail} onChange={refetch} />}
      {runs && runs.length > 0 && <RunList runs={runs} shown={run?.id} onShow={setChosen} />}
      {isStarting && (
        <StartRunDialog
          onStarted={(id) => {
            setChosen(id)
            void refetch()
          }}
          onClose={() => setStarting(false)}
        />
      )}
    </div>
  )
}
