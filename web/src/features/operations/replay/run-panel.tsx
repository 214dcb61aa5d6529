import { CircleAlert, CircleCheck, CircleSlash, Clock, LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useCommand } from '@/components/use-command'
import { cn } from '@/lib/class-names'
import { durationText } from '@/lib/format/durations'
import { countText } from '@/lib/format/numbers'
import { historyPath } from '@/lib/paths'
import { useMay } from '@/lib/session/staff'
import { type BadgeStyle, StyledBadge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { Panel } from '@/ui/panel'
import { isOpen, type RunDetailView, type RunView, stopRun } from './calls'
import {
  accept as acceptTexts,
  differences as differencesTexts,
  progress as progressTexts,
  stop as stopTexts,
  panel as texts,
} from './texts'

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
  const [asksToStop, setAsksToStop] = useState(false)
  const { run: stop, busy } = useCommand({
    send: () => stopRun(run.id),
    done: onChange,
    failed: stopTexts.failure,
  })

  return (
    <Panel
      title={texts.title(kindLabels[run.kind], run.id, run.code)}
      action={<StyledBadge {...badgeOf(run)} />}
    >
      <div className="grid grid-cols-1 gap-5 p-4 sm:p-5">
        {run.reason && <p className="break-words text-ink-soft text-sm">{run.reason}</p>}
        {isOpen(run) && run.progress && <RunProgress state={run.state} progress={run.progress} />}
        {run.result && <p className="text-sm">{run.result}</p>}
        {mayOperate && isOpen(run) && !run.isStopping && (
          <Button
            variant="danger"
            className="justify-self-start"
            loading={busy}
            onClick={() => setAsksToStop(true)}
          >
            {texts.stop}
          </Button>
        )}
        {onAccept && (
          <Button className="justify-self-start" onClick={onAccept}>
            {acceptTexts.button}
          </Button>
        )}
        {detail?.id === run.id && detail.differences && <Differences tables={detail.differences.tables} />}
      </div>
      <ConfirmDialog
        open={asksToStop}
        onOpenChange={setAsksToStop}
        {...stopTexts.question(run.id)}
        onConfirm={() => void stop(undefined)}
      />
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
        <span>
          {state === 'comparing'
            ? progressTexts.compares(table ? tableText(table) : undefined)
            : progressTexts.events(done, total)}
        </span>
        {isFilling && (
          <span>
            {progressTexts.rate(rate)}
            {total > done && ` · ${progressTexts.left(left)}`}
          </span>
        )}
      </p>
    </div>
  )
}

type Row = Readonly<Record<string, unknown>>

type ChangedField = { name: string; live: string; rebuilt: string }

/** The fields that differ; those inside an object as `data.status`. */
export function changedFields(live: Row, rebuilt: Row, path = ''): ChangedField[] {
  const names = [...new Set([...Object.keys(live), ...Object.keys(rebuilt)])]
  return names.flatMap((key) => {
    const [before, after, name] = [live[key], rebuilt[key], `${path}${key}`]
    if (isObject(before) && isObject(after)) return changedFields(before, after, `${name}.`)
    return [{ name, live: valueText(before), rebuilt: valueText(after) }]
  })
}

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function valueText(value: unknown): string {
  if (value === undefined) return 'not there'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** @returns 'lab partners' of 'lab_partners' */
function tableText(table: string): string {
  return table.replaceAll('_', ' ')
}

type Tables = NonNullable<RunDetailView['differences']>['tables']

type Example = Tables[number]['examples'][number]

const historyKinds: Partial<Record<string, Parameters<typeof historyPath>[0]>> = {
  bookings: 'booking',
  prescriptions: 'prescription',
  lab_partners: 'lab',
}

/** The result of a comparison: the counts of each table, then the first rows that differ, field by field. */
function Differences({ tables }: { tables: Tables }) {
  const differing = tables.filter(({ examples }) => examples.length > 0)
  return (
    <div className="grid grid-cols-1 gap-6">
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{differencesTexts.caption}</caption>
        <thead className="text-ink-soft text-xs">
          <tr>
            <th scope="col" className="py-2 text-left font-medium">
              {differencesTexts.table}
            </th>
            <th scope="col" className="py-2 pl-3 text-right font-medium">
              {differencesTexts.live}
            </th>
            <th scope="col" className="py-2 pl-3 text-right font-medium">
              {differencesTexts.rebuilt}
            </th>
            <th scope="col" className="py-2 pl-3 text-right font-medium">
              {differencesTexts.different}
            </th>
          </tr>
        </thead>
        <tbody>
          {tables.map(({ table, live, rebuilt, different }) => (
            <tr key={table} className="border-t">
              <th scope="row" className="break-words py-2 text-left font-medium">
                {tableText(table)}
              </th>
              <td className="py-2 pl-3 text-right">{countText(live)}</td>
              <td className="py-2 pl-3 text-right">{countText(rebuilt)}</td>
              <td className={cn('py-2 pl-3 text-right', different > 0 && 'font-semibold text-error')}>
                {countText(different)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {differing.map(({ table, different, examples }) => (
        <section
          key={table}
          aria-label={differencesTexts.inTable(tableText(table))}
          className="grid grid-cols-1 gap-3"
        >
          <h3 className="font-semibold text-sm">
            {tableText(table)}
            {different > examples.length && (
              <span className="font-normal text-ink-soft">
                {' '}
                · {differencesTexts.first(examples.length, different)}
              </span>
            )}
          </h3>
          {examples.map((example) => (
            <RowDifference key={JSON.stringify(example.key)} table={table} row={example} />
          ))}
        </section>
      ))}
    </div>
  )
}

/** One row: its key, and the fields that differ, live → rebuilt. */
function RowDifference({ table, row }: { table: string; row: Example }) {
  const kind = historyKinds[table]
  const missing =
    row.live === null
      ? differencesTexts.isLive
      : row.rebuilt === null
        ? differencesTexts.isRebuilt
        : undefined
  return (
    <div className="rounded-lg border p-3">
      <p className="flex flex-wrap items-center gap-x-3 break-all font-mono text-ink-soft text-xs">
        {Object.entries(row.key)
          .map(([name, value]) => `${name} ${valueText(value)}`)
          .join(', ')}
        {kind && (
          <Link
            to={historyPath(kind, String(row.key.id))}
            className="inline-flex min-h-11 items-center font-sans font-semibold text-brand-ink underline-offset-4 hover:underline md:min-h-0"
          >
            {differencesTexts.history}
          </Link>
        )}
      </p>
      {missing ? (
        <p className="mt-2 text-sm">{differencesTexts.noRow(missing)}</p>
      ) : (
        <dl className="mt-2 grid grid-cols-1 gap-2 text-sm">
          {changedFields(row.live ?? {}, row.rebuilt ?? {}).map(({ name, live, rebuilt }) => (
            <div key={name} className="grid grid-cols-1 gap-x-3 sm:grid-cols-[10rem_1fr]">
              <dt className="break-all font-medium">{name}</dt>
              <dd className="break-all font-mono text-xs leading-5">
                <span className="sr-only">{differencesTexts.isLive} </span>
                <del className="text-error">{live}</del>
                <span aria-hidden> → </span>
                <span className="sr-only">, {differencesTexts.isRebuilt} </span>
                <ins className="text-success no-underline">{rebuilt}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
