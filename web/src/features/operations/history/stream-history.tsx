import type { HistoryView } from '@jaanch/contracts/http/operations/history'
import { CircleAlert } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useCommand } from '@/components/use-command'
import { countText } from '@/lib/format/numbers'
import type { useHistory } from '@/lib/resources/operations/history'
import { useRefold } from '@/lib/resources/operations/history'
import { useOperations } from '@/lib/resources/operations/now'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Panel } from '@/ui/panel'
import { EventList } from './event-list'
import { type RowAt, rowsAt } from './fields-at'
import { RowGroup } from './row-group'
import { RowTable } from './row-table'
import { StoredRow } from './stored-row'
import { notLoaded } from './texts'
import { TimeSlider } from './time-slider'

type StreamHistoryProps = { history: ReturnType<typeof useHistory> & { data: HistoryView } }

/** The rows of these tables are shown together, folded away */
const groups = [
  { title: 'Notifications', tables: ['notifications'] },
  { title: 'What it adds to counts and statistics', tables: ['counts', 'statistics', 'turnarounds'] },
]
const isGrouped = ({ table }: RowAt) => groups.some(({ tables }) => tables.includes(table))

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
  const lastRows = useMemo(() => rowsAt(steps, steps.length - 1), [steps])
  const load = useCommand({ send: more, failed: notLoaded })
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
          <p>
            Event {countText(stopped.position)} ({stopped.type}) cannot be read or applied by this version:{' '}
            {stopped.why}. The fold ends before it.
          </p>
        </Card>
      )}
      {step && (
        <>
          <TimeSlider steps={steps} index={index} onSelect={select} />
          <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
            <div className="lg:sticky lg:top-20">
              <Panel title="Events">
                <EventList steps={steps} index={index} onSelect={select} />
                {hasMore && (
                  <div className="border-t p-3">
                    <Button variant="outline" size="sm" onClick={() => void load.run()}>
                      Load later events
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

/** Calls back when the log has grown. */
function useFollow(onGrown: () => void): void {
  const head = useOperations().data?.head
  // biome-ignore lint/correctness/useExhaustiveDependencies: the present callback, once for each new head
  useEffect(() => {
    if (head !== undefined) onGrown()
  }, [head])
}
