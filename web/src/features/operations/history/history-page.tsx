import type { HistoryStep, HistoryView } from '@jaanch/booking-stream/history/api'
import { CircleAlert, History, SearchX } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useCommand } from '@/components/use-command'
import { useResource } from '@/lib/cache/use-resource'
import { cn } from '@/lib/class-names'
import { countText } from '@/lib/format/numbers'
import { serverText } from '@/lib/http/api-error'
import { call } from '@/lib/http/call'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { Panel } from '@/ui/panel'
import { SkeletonList } from '@/ui/skeleton'
import { LookupForm, useOperations } from '../parts'
import { Changed, type RowAt, RowTable, rowsAt, StoredRow } from './rows'
import { istText, texts } from './texts'
import { TimeSlider } from './time-slider'

/** The rows of these tables are shown together, folded away */
const groups = [
  { title: texts.page.notifications, tables: ['notifications'] },
  { title: texts.page.counts, tables: ['counts', 'statistics', 'turnarounds', 'report_times'] },
]

const isGrouped = ({ table }: RowAt) => groups.some(({ tables }) => tables.includes(table))

/** One stream: its row now, the slider over its events, and the rows after the selected one. */
function StreamHistory({ history }: { history: ReturnType<typeof useHistory> & { data: HistoryView } }) {
  const { data, more, hasMore } = history
  const { of, steps, stopped } = data
  const refold = useResource('/api/operations/refold', { query: { of } })
  /** Version of the selected event; undefined follows the last one */
  const [selected, setSelected] = useState<number>()
  const index =
    selected === undefined ? steps.length - 1 : steps.findIndex(({ version }) => version === selected)
  const step = steps[index]
  const rows = useMemo(() => rowsAt(steps, index), [steps, index])
  const lastRows = useMemo(() => rowsAt(steps, steps.length - 1), [steps])
  const load = useCommand({ send: more, failed: texts.page.notLoaded })
  useFollow(() => {
    // the next growth of the log tries again
    if (!hasMore) more().catch((error) => console.warn('Could not load later events', error))
    void refold.mutate()
  })

  const select = (place: number) =>
    setSelected(place === steps.length - 1 ? undefined : steps[place]?.version)
  return (
    <>
      <StoredRow of={of} rows={lastRows} refold={refold} />
      {stopped && (
        <Card className="flex gap-3 border-error/40 p-4">
          <CircleAlert className="mt-0.5 size-5 shrink-0 text-error" aria-hidden />
          <p>{texts.page.stopped(stopped.position, stopped.type, stopped.why)}</p>
        </Card>
      )}
      {step && (
        <>
          <TimeSlider steps={steps} index={index} onSelect={select} />
          <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
            <div className="lg:sticky lg:top-20">
              <Panel title={texts.page.events}>
                <EventList steps={steps} index={index} onSelect={select} />
                {hasMore && (
                  <div className="border-t p-3">
                    <Button variant="outline" size="sm" onClick={() => void load.run()}>
                      {texts.page.later}
                    </Button>
                  </div>
                )}
              </Panel>
            </div>
            <div className="grid min-w-0 grid-cols-1 gap-5">
              {rows
                .filter((row) => !isGrouped(row))
                .map((row) => (
                  <RowTable key={`${row.table} ${row.key}`} row={row} />
                ))}
              {groups.map(({ title, tables }) => (
                <RowGroup
                  key={title}
                  title={title}
                  rows={rows.filter(({ table }) => tables.includes(table))}
                />
              ))}
            </div>
          </div>
        </>
      )}
    </>
  )
}

function useFollow(onGrown: () => void): void {
  const head = useOperations().data?.head
  // biome-ignore lint/correctness/useExhaustiveDependencies: the present callback, once for each new head
  useEffect(() => {
    if (head !== undefined) onGrown()
  }, [head])
}

type EventListProps = { steps: readonly HistoryStep[]; index: number; onSelect: (index: number) => void }

/** The events as a list; the selected one is scrolled into it. */
function EventList({ steps, index, onSelect }: EventListProps) {
  const scroller = useRef<HTMLOListElement>(null)

  useEffect(() => {
    const list = scroller.current
    const item = list?.children[index] as HTMLElement | undefined
    if (!list || !item) return
    // scrollIntoView would move the page as well
    const [top, bottom] = [item.offsetTop, item.offsetTop + item.offsetHeight]
    if (top < list.scrollTop) list.scrollTop = top
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight
  }, [index])

  return (
    <ol ref={scroller} className="relative max-h-56 overflow-y-auto p-2 lg:max-h-[32rem]">
      {steps.map(({ version, position, type, at, actor }, place) => (
        <li key={version}>
          <button
            type="button"
            aria-current={place === index ? 'step' : undefined}
            onClick={() => onSelect(place)}
            className={cn(
              'grid min-h-11 w-full rounded-lg px-3 py-2 text-left -outline-offset-2 hover:bg-sunken',
              place === index && 'bg-brand-soft text-brand-ink hover:bg-brand-soft',
            )}
          >
            <span className="break-words font-semibold text-sm">{type}</span>
            <span className={cn('text-xs', place !== index && 'text-ink-soft')}>
              {istText(at)} · {countText(position)} · {actor}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

function RowGroup({ title, rows }: { title: string; rows: readonly RowAt[] }) {
  if (rows.length === 0) return null
  const changed = rows.filter(({ fields }) => fields.some(({ change }) => change)).length
  return (
    <details className="min-w-0 rounded-xl border bg-surface px-4 py-1 shadow-card sm:px-5">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
        {title} ({rows.length})
        {changed > 0 && <Changed className="ml-2">{texts.row.changedCount(changed)}</Changed>}
      </summary>
      <div className="grid grid-cols-1 gap-4 pt-1 pb-3">
        {[...Map.groupBy(rows, ({ table }) => table)].map(([table, all]) => (
          <RowTable
            key={table}
            row={{
              table,
              key: '',
              fields: all.flatMap(({ key, fields }) =>
                fields.map((field) => ({ ...field, path: `${key}: ${field.path}` })),
              ),
            }}
          />
        ))}
      </div>
    </details>
  )
}

/** Time travel: a booking, prescription or lab after any of its events, folded as the projector does it. */
export function HistoryPage() {
  const [search, setSearch] = useSearchParams()
  const of = search.get('of')?.trim() || null
  const history = useHistory(of)
  return (
    <div className="grid grid-cols-1 gap-5">
      <LookupForm
        key={of}
        of={of ?? ''}
        {...texts.page.lookup}
        onSubmit={(next) => next && setSearch({ of: next })}
      />
      {of === null ? (
        <EmptyState icon={History} title={texts.page.none} text={texts.page.noneText} />
      ) : history.data ? (
        <StreamHistory key={history.data.of} history={{ ...history, data: history.data }} />
      ) : history.error ? (
        <EmptyState icon={SearchX} title={texts.page.nothing} text={serverText(history.error)} />
      ) : (
        <SkeletonList count={3} itemClassName="h-40" className="grid grid-cols-1 gap-3" />
      )}
    </div>
  )
}

/** @param of a stream, or the beginning of a booking's id; null for none */
function useHistory(of: string | null) {
  const resource = useResource(of ? '/api/operations/history' : null, of ? { query: { of } } : {})
  const { data, mutate } = resource
  const last = data?.steps.at(-1)?.version

  /** The next page, or what was appended since. */
  const more = useCallback(async () => {
    if (of === null || last === undefined) return
    const next = await call('GET', '/api/operations/history', { query: { of, after: last } })
    await mutate((known) => (known ? append(known, next) : next), { revalidate: false })
  }, [of, last, mutate])

  return { ...resource, more, hasMore: data?.after != null }
}

function append(known: HistoryView, next: HistoryView): HistoryView {
  const last = known.steps.at(-1)?.version ?? 0
  return { ...next, steps: [...known.steps, ...next.steps.filter(({ version }) => version > last)] }
}
