import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { ReasonDialog } from '@/components/reason-dialog'
import { cn } from '@/lib/class-names'
import { instantText } from '@/lib/format/dates'
import { call } from '@/lib/http/call'
import { randomId } from '@/lib/random-id'
import { useMay } from '@/lib/session/staff'
import { StyledBadge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Panel } from '@/ui/panel'
import { RadioCards } from '@/ui/radio-cards'
import { SkeletonList } from '@/ui/skeleton'
import { isOpen, type RunView, useRuns } from './calls'
import { askedBy, badgeOf, kindLabels, RunPanel, runDurationText } from './run-panel'
import { texts } from './texts'

export function ReplayPage() {
  const mayOperate = useMay('operator')
  const [chosen, setChosen] = useState<number>()
  const [asks, setAsks] = useState<'start' | 'accept'>()
  const [opened, setOpened] = useState<number>()
  const { runs, detail, error, refetch } = useRuns(opened)
  const run = runs?.find(({ id }) => id === chosen) ?? runs?.find(isOpen) ?? runs?.[0]
  // its differences are fetched for what is shown
  if (run?.id !== opened) setOpened(run?.id)
  const isRunning = runs?.some(isOpen) ?? false
  // the API accepts the differences of the newest comparison only
  const newest = runs?.find(({ kind, different }) => kind !== 'trial' && different !== null)
  const mayAccept = mayOperate && !isRunning && run === newest && run?.different && !run.wentLive

  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-2xl text-ink-soft text-sm">{texts.page.text}</p>
        {mayOperate && (
          <Button icon={RotateCcw} disabled={isRunning} onClick={() => setAsks('start')}>
            {texts.page.start}
          </Button>
        )}
      </div>
      {!runs && !error && <SkeletonList count={3} itemClassName="h-24" className="grid grid-cols-1 gap-3" />}
      {(runs?.length === 0 || error !== undefined) && (
        <EmptyState icon={RotateCcw} title={texts.page.none} text={texts.page.noneText} />
      )}
      {run && (
        <RunPanel
          run={run}
          detail={detail}
          onAccept={mayAccept ? () => setAsks('accept') : undefined}
          onChange={refetch}
        />
      )}
      {runs && runs.length > 0 && <RunList runs={runs} shown={run?.id} onShow={setChosen} />}
      {asks && (
        <StartRunDialog
          accepts={asks === 'accept' ? run?.id : undefined}
          onStarted={(id) => {
            setChosen(id)
            void refetch()
          }}
          onClose={() => setAsks(undefined)}
        />
      )}
    </div>
  )
}

type RunListProps = { runs: readonly RunView[]; shown: number | undefined; onShow: (id: number) => void }

function RunList({ runs, shown, onShow }: RunListProps) {
  return (
    <Panel title={texts.runs.title}>
      <ul className="divide-y">
        {runs.map((run) => (
          <li key={run.id}>
            <button
              type="button"
              aria-current={run.id === shown ? 'true' : undefined}
              onClick={() => onShow(run.id)}
              className={cn(
                'grid w-full grid-cols-1 gap-1 px-4 py-3 text-left text-sm hover:bg-sunken sm:px-5',
                run.id === shown && 'bg-sunken',
              )}
            >
              <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <span className="break-words font-semibold">
                  {[kindLabels[run.kind], run.code].filter(Boolean).join(' ')}
                </span>
                <StyledBadge {...badgeOf(run)} />
              </span>
              <span className="text-ink-soft text-xs tabular-nums">
                {[
                  askedBy(run),
                  instantText(run.requestedAt),
                  runDurationText(run),
                  run.different === null ? undefined : texts.runs.different(run.different),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {run.reason && <span className="break-words text-xs">{run.reason}</span>}
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type StartRunDialogProps = {
  /** The run whose differences the replay accepts */
  accepts: number | undefined
  onStarted: (id: number) => void
  onClose: () => void
}

function StartRunDialog({ accepts, onStarted, onClose }: StartRunDialogProps) {
  const [kind, setKind] = useState<RunView['kind']>(accepts ? 'replay' : 'verify')
  const [code, setCode] = useState('')
  // one for the dialog: a repeated request makes one run
  const [key] = useState(() => randomId())

  async function submit(reason: string) {
    const { id } = await call('POST', '/api/operations/runs', {
      body: { kind, accepts, reason, key, ...(kind === 'trial' && { code }) },
    })
    onStarted(id)
  }

  if (accepts) return <ReasonDialog {...texts.accept.dialog} onSubmit={submit} onClose={onClose} />
  return (
    <ReasonDialog
      {...texts.startRun.dialog}
      submitLabel={texts.startRun.submitLabels[kind]}
      onSubmit={submit}
      onClose={onClose}
    >
      <RadioCards
        label={texts.startRun.kind}
        value={kind}
        onChange={(value) => setKind(value as typeof kind)}
        options={[
          { value: 'verify', ...texts.startRun.verify },
          { value: 'replay', ...texts.startRun.replay },
          { value: 'trial', ...texts.startRun.trial },
        ]}
      />
      {kind === 'trial' && (
        <Field label={texts.startRun.code} hint={texts.startRun.codeHint}>
          <Input
            value={code}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setCode(target.value)}
          />
        </Field>
      )}
    </ReasonDialog>
  )
}
