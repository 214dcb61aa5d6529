import type { HistoryView } from '@jaanch/contracts/http/operations/history'
import { CircleAlert } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { useHistory } from '@/lib/resources/operations/history'
import { useRefold } from '@/lib/resources/operations/history'
import { useOperations } from '@/lib/resources/operations/now'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Panel } from '@/ui/panel'
import { EventList } from './event-list'
import { rowsAt } from './fields-at'
import { RowTable } from './row-table'
import { StoredRow } from './stored-row'
import { TimeSlider } from './time-slider'

type StreamHistoryProps = { history: ReturnType<typeof useHistory> & { data: HistoryView } }

/** Tables to which several streams add: only the stream's own part is known */
const summed = ['counts', 'statistics', 'turnarounds']

/** One stream: its row now, the slider over its events, and the rows after the selected one. */
export function StreamHistory({ history }: StreamHistoryProps) {
  const { data, more, hasMore } = history
  const { of, steps, stopped } = data
  const refold = useRefold(of)
  /** Version of the selected event; undefined follows the last one */
  const [selected, setSelected] = useState<number>()
  const index =
    selected === undefined ? steps.length - 1 : steps.findIndex(({ version }) => version === selected)
  const step = steps[index]
  const rows = useMemo(() => rowsAt(steps, index), [steps, index])
  useFollow(() => {
    if (!hasMore) void more().catch(() => {})
    void refold.mutate()
  })

  const select = (place: number) =>
    setSelected(place === steps.length - 1 ? undefined : steps[place]?.version)
  const [whole, parts] = [
    rows.filter(({ table }) => !summed.includes(table)),
    rows.filter(({ table }) => summed.includes(table)),
  ]

  return (
    <>
      <StoredRow of={of} refold={refold} />
      {stopped && (
        <Card className="flex gap-3 border-error/40 p-4">
          <CircleAlert className="mt-0.5 size-5 shrink-0 text-error" aria-hidden />
          <p>
            Event {stopped.position} ({stopped.type}) cannot be read or applied by this version: {stopped.why}
            . The fold ends before it.
          </p>
        </Card>
      )}
      {step && (
        <>
          <TimeSlider steps={steps} index={index} onSelect={select} />
          <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
            <Panel title="Events">
              <EventList steps={steps} index={index} onSelect={select} />
              {hasMore && (
                <div className="border-t p-3">
                  <Button variant="outline" size="sm" onClick={() => void more()}>
                    Load later events
                  </Button>
                </div>
              )}
            </Panel>
            <div className="grid min-w-0 grid-cols-1 gap-5">
              {whole.map((row) => (
                <RowTable key={`${row.table} ${row.key}`} row={row} />
              ))}
              {parts.length > 0 && (
                <details className="group min-w-0">
                  <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-ink-soft text-sm hover:text-ink">
                    What it adds to counts and statistics ({parts.length})
                  </summary>
                  <div className="mt-3 grid grid-cols-1 gap-5">
                    {summed.map((table) => {
                      const fields = parts
                        .filter((part) => part.table === table)
                        .flatMap((part) =>
                          part.fields.map((field) => ({ ...field, path: `${part.key}: ${field.path}` })),
                        )
                      return fields.length > 0 && <RowTable key={table} row={{ table, key: '', fields }} />
                    })}
                  </div>
                </details>
              )}
            </div>
          </div>
        </>
      )}
    </>
  )
}

/** Calls back when the log has grown. */
function useFollow(onGrown: () => void): void {
  const head = useOperations().data?.head
  // biome-ignore lint/correctness/useExhaustiveDependencies: the present callback, once for each new head
  useEffect(() => {
    if (head !== undefined) onGrown()
  }, [head])
}
