import type { FieldChange, HistoryStep } from '@jaanch/booking-stream/history/api'
import { CircleAlert, CircleCheck, PencilLine } from 'lucide-react'
import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import type { useResource } from '@/lib/cache/use-resource'
import { cn } from '@/lib/class-names'
import { countText } from '@/lib/format/numbers'
import { serverText } from '@/lib/http/api-error'
import { call } from '@/lib/http/call'
import { eventPath, eventsOfPath, tracePath } from '@/lib/paths'
import { Badge, StyledBadge } from '@/ui/badge'
import { SmallLink } from '@/ui/button'
import { Panel } from '@/ui/panel'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'
import { ReasonButton } from '../parts'
import { texts, valueText } from './texts'

/** A column or a place in its document, which lines break between its words. The document's own name says nothing. */
function FieldName({ path }: { path: string }) {
  const words = path.replace(/^data\./, '').split(/(?=\.)|(?<=[a-z])(?=[A-Z])/)
  return words.map((word, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {word}
    </Fragment>
  ))
}

function MadeBy({ event: { type, position } }: { event: Pick<HistoryStep, 'type' | 'position'> }) {
  return (
    <Link to={eventPath(position)} className="text-brand-ink underline underline-offset-2">
      {type} {countText(position)}
    </Link>
  )
}

/** The fields of a row: value, and the event that made it; those that the selected event changed are marked. */
export function RowTable({ row: { table, key, fields } }: { row: RowAt }) {
  const changed = fields.filter(({ change }) => change).length
  return (
    <Panel title={table} action={changed > 0 && <Changed>{texts.row.changedCount(changed)}</Changed>}>
      {key && <p className="break-all border-b px-4 py-2 text-ink-soft text-xs sm:px-5">{key}</p>}
      <table className="w-full table-fixed text-left text-sm">
        <thead className="text-ink-soft text-xs">
          <tr className="border-b">
            <th className="w-2/5 px-4 py-2 font-medium sm:w-1/3 sm:px-5">{texts.row.field}</th>
            <th className="px-2 py-2 font-medium">{texts.row.value}</th>
            <th className="hidden w-56 px-4 py-2 font-medium sm:table-cell">{texts.row.madeBy}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr
              key={field.path}
              className={cn('border-b align-top last:border-b-0', field.change && 'bg-accent-soft')}
            >
              <th scope="row" className="break-words px-4 py-2 font-medium sm:px-5">
                <FieldName path={field.path} />
                {field.change && <Changed className="ml-2">{texts.row.changed}</Changed>}
              </th>
              <td className="break-words px-2 py-2">
                <Value field={field} />
                <span className="mt-1 block text-xs sm:hidden">
                  <MadeBy event={field.madeBy} />
                </span>
              </td>
              <td className="hidden break-words px-4 py-2 text-xs sm:table-cell">
                <MadeBy event={field.madeBy} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

export function Changed({ className = '', children }: { className?: string; children: React.ReactNode }) {
  return (
    <Badge variant="accent" icon={PencilLine} className={className}>
      {children}
    </Badge>
  )
}

function Value({ field: { after, change } }: { field: FieldAt }) {
  return (
    <>
      {after === undefined ? <em>{texts.row.removed}</em> : <span>{valueText(after)}</span>}
      {change?.before !== undefined && (
        <span className="block text-ink-soft text-xs">
          {texts.row.before} <s>{valueText(change.before)}</s>
        </span>
      )}
    </>
  )
}

type StoredRowProps = {
  of: string
  rows: readonly RowAt[]
  refold: ReturnType<typeof useResource<'/api/operations/refold'>>
}

/** Compares the rows of the read tables with the fold: a wrong row is seen at once, and mended. */
export function StoredRow({ of, rows, refold: { data, error, mutate } }: StoredRowProps) {
  const live = data?.generations.find(({ state }) => state === 'live')
  const differences = live?.differences ?? []
  const isWrong = data?.generations.some((one) => one.differences.length > 0) ?? false

  async function mend(reason: string) {
    const { mended } = await call('POST', '/api/operations/refold', { body: { of, reason } })
    await mutate()
    toast.success(texts.refold.succeeded(mended), of)
  }

  return (
    <Panel
      title={texts.stored.title}
      action={
        <div className="flex flex-wrap justify-end gap-2">
          <SmallLink to={eventsOfPath(of)}>{texts.stored.events}</SmallLink>
          {!of.startsWith('lab-') && <SmallLink to={tracePath(of)}>{texts.stored.trace}</SmallLink>}
          {isWrong && (
            <ReasonButton
              variant="danger"
              dialog={{
                ...texts.refold.dialog,
                children: data?.mayMiscount && (
                  <p className="rounded-lg bg-sunken px-3.5 py-2.5 text-sm">{texts.refold.mayMiscount}</p>
                ),
              }}
              onReason={mend}
            >
              {texts.stored.refold}
            </ReasonButton>
          )}
        </div>
      }
    >
      <div className="grid gap-2 px-4 py-3 sm:px-5">
        <p className="break-all text-ink-soft text-xs">{of}</p>
        {data ? (
          <p className="flex flex-wrap items-center gap-2">
            {isWrong ? (
              <StyledBadge label={texts.stored.differs} variant="error" icon={CircleAlert} />
            ) : (
              <StyledBadge label={texts.stored.same} variant="success" icon={CircleCheck} />
            )}
            <span className="text-ink-soft text-sm">
              {live ? texts.stored.live(live.generation, live.position) : texts.stored.notLive}
            </span>
          </p>
        ) : error ? (
          <p className="text-error text-sm">{serverText(error)}</p>
        ) : (
          <Skeleton className="h-6 w-64" />
        )}
      </div>
      {differences.length > 0 && (
        <table className="w-full table-fixed border-t text-left text-sm">
          <thead className="text-ink-soft text-xs">
            <tr className="border-b">
              <th className="px-4 py-2 font-medium sm:px-5">{texts.stored.field}</th>
              <th className="px-2 py-2 font-medium">{texts.stored.inTable}</th>
              <th className="px-2 py-2 font-medium">{texts.stored.fromEvents}</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ table, key, path, before, after }) => (
              <tr key={`${table} ${key} ${path}`} className="border-b align-top last:border-b-0">
                <th scope="row" className="break-words px-4 py-2 font-medium sm:px-5">
                  <span className="block font-normal text-ink-soft text-xs">{table}</span>
                  <FieldName path={path} />
                </th>
                <td className="break-words px-2 py-2 text-error">{valueText(before)}</td>
                <td className="break-words px-2 py-2">
                  {valueText(after)}
                  <ShouldBeMadeBy rows={rows} table={table} rowKey={key} path={path} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}

type ShouldBeMadeByProps = { rows: readonly RowAt[]; table: string; rowKey: string; path: string }

/** The event that makes a field in the fold; nothing if the fold has no such field */
function ShouldBeMadeBy({ rows, table, rowKey, path }: ShouldBeMadeByProps) {
  const row = rows.find((one) => one.table === table && one.key === rowKey)
  const field = row?.fields.find((one) => one.path === path)
  return (
    field && (
      <span className="mt-1 block text-xs">
        {texts.stored.madeBy} <MadeBy event={field.madeBy} />
      </span>
    )
  )
}

/** A field after an event: its value, and the event that made it. */
type FieldAt = Pick<FieldChange, 'path' | 'after'> & {
  madeBy: HistoryStep
  /** The value before this event; undefined if an earlier event made it */
  change: Pick<FieldChange, 'before' | 'after'> | undefined
}

/** A row of a table after an event, with the fields that this event removed */
export type RowAt = Pick<FieldChange, 'table' | 'key'> & { fields: FieldAt[] }

/** @param index of the event in `steps` @returns the rows in the order in which they came into being */
export function rowsAt(steps: readonly HistoryStep[], index: number): RowAt[] {
  const rows = new Map<string, Map<string, FieldAt>>()
  const keys = new Map<string, Pick<FieldChange, 'table' | 'key'>>()
  for (const [place, step] of steps.slice(0, index + 1).entries()) {
    for (const { table, key, path, before, after } of step.changes) {
      const id = `${table} ${key}`
      const fields = rows.get(id) ?? new Map<string, FieldAt>()
      rows.set(id, fields)
      keys.set(id, { table, key })
      const isNow = place === index
      if (after === undefined && !isNow) fields.delete(path)
      else fields.set(path, { path, after, madeBy: step, change: isNow ? { before, after } : undefined })
    }
  }
  return [...keys].flatMap(([id, row]) => {
    const fields = [...(rows.get(id)?.values() ?? [])]
    return fields.length > 0 ? [{ ...row, fields: inPlace(fields) }] : []
  })
}

/** The places of one list or document beside each other, though later events added some of them. */
function inPlace(fields: readonly FieldAt[]): FieldAt[] {
  return [...Map.groupBy(fields, ({ path }) => /^(data\.)?[^.[]+/.exec(path)?.[0]).values()].flatMap(
    (group) => group.toSorted((one, other) => one.path.localeCompare(other.path, 'en', { numeric: true })),
  )
}

/** @returns the index of the last event that had happened at a time; the first event if none had */
export function indexAtTime(steps: readonly HistoryStep[], time: Date): number {
  return Math.max(
    0,
    steps.findLastIndex(({ at }) => Date.parse(at) <= time.getTime()),
  )
}
