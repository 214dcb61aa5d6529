import type { WorkCountsView } from '@jaanch/contracts/http/operations/work'
import { useState } from 'react'
import { cn } from '@/lib/class-names'
import { countText } from '@/lib/format/numbers'
import { useWorkCounts } from '@/lib/resources/operations/work'
import { Button } from '@/ui/button'
import { Cell, Row, RowTable } from '@/ui/row-table'
import { SkeletonList } from '@/ui/skeleton'
import { useFollow } from '../use-follow'
import { RewindDialog } from './rewind-dialog'

const states = [
  ['Waiting', 'waiting'],
  ['Running', 'leased'],
  ['Failing', 'failing'],
  ['Dead', 'dead'],
] as const

export function ConsumerTable() {
  const { data, loading, mutate } = useWorkCounts()
  const [rewound, setRewound] = useState<WorkCountsView | null>(null)
  useFollow(() => void mutate())
  if (loading) return <SkeletonList count={4} itemClassName="h-40 md:h-12" className="grid gap-2" />
  if (!data) return <p className="text-ink-soft">The consumers cannot be shown at the moment.</p>
  return (
    <>
      <RowTable label="Consumers" heads={['Consumer', 'Cursor', ...states.map(([head]) => head), '']}>
        {data.map((counts) => (
          <Row key={counts.consumer}>
            <Cell className="font-semibold">{counts.consumer}</Cell>
            <Cell label="Cursor" className="tabular-nums">
              {countText(counts.cursor)}
            </Cell>
            {states.map(([head, state]) => (
              <Cell
                key={state}
                label={head}
                className={cn(
                  'tabular-nums',
                  counts[state] > 0 &&
                    (state === 'dead' || state === 'failing') &&
                    'font-semibold text-error',
                )}
              >
                {countText(counts[state])}
                {counts.isMore && counts[state] > 0 && '+'}
              </Cell>
            ))}
            <Cell className="md:text-right">
              <Button
                variant="outline"
                size="sm"
                aria-label={`Rewind ${counts.consumer}`}
                onClick={() => setRewound(counts)}
              >
                Rewind
              </Button>
            </Cell>
          </Row>
        ))}
      </RowTable>
      {rewound && (
        <RewindDialog counts={rewound} onClose={() => setRewound(null)} onDone={() => void mutate()} />
      )}
    </>
  )
}
