import type { WorkView } from '@jaanch/operations/work/api'
import { CircleCheck, Clock, LoaderCircle, RotateCcw } from 'lucide-react'
import { Link } from 'react-router-dom'
import { ShowMore } from '@/components/list/show-more'
import { useAddressState } from '@/lib/address-state'
import { instantText } from '@/lib/format/dates'
import { countText } from '@/lib/format/numbers'
import { tracePath } from '@/lib/paths'
import { type BadgeStyle, StyledBadge } from '@/ui/badge'
import { EmptyState } from '@/ui/empty-state'
import { Cell, NumberCell, Row, RowTable, TimeCell } from '@/ui/row-table'
import { Select } from '@/ui/select'
import { SkeletonList } from '@/ui/skeleton'
import { EventLink, useFollow } from '../parts'
import { useWork, useWorkCounts } from './calls'
import { page as pageTexts, work as texts } from './texts'

const styles: Record<Exclude<WorkView['state'], 'dead'>, BadgeStyle> = {
  waiting: { label: texts.states.waiting, variant: 'neutral', icon: Clock },
  leased: { label: texts.states.leased, variant: 'info', icon: LoaderCircle },
  failing: { label: texts.states.failing, variant: 'error', icon: RotateCcw },
}
const stateOptions = Object.entries(styles).map(([value, { label }]) => ({ value, label }))

const noFilter = { consumer: '', state: '' }

export function WorkRows() {
  const [{ consumer, state }, show] = useAddressState(noFilter)
  const consumers = useWorkCounts().data ?? []
  const list = useWork({ consumer, state })
  useFollow(() => void list.mutate())
  return (
    <>
      <div className="mb-3 grid grid-cols-1 gap-3 sm:w-fit sm:grid-cols-[14rem_11rem]">
        <Select
          label={texts.consumer}
          value={consumer}
          onChange={(next) => show({ consumer: next })}
          options={consumers.map((one) => ({ value: one.consumer, label: one.consumer }))}
          emptyLabel={texts.allConsumers}
        />
        <Select
          label={texts.state}
          value={state}
          onChange={(next) => show({ state: next })}
          options={stateOptions}
          emptyLabel={texts.allStates}
        />
      </div>
      {list.loading ? (
        <SkeletonList count={3} itemClassName="h-32 md:h-12" className="grid gap-2" />
      ) : list.rows.length === 0 && !list.hasMore ? (
        <EmptyState icon={CircleCheck} title={texts.none} />
      ) : (
        <RowTable label={pageTexts.unfinished} heads={texts.heads}>
          {list.rows.map((work) => (
            <WorkRow key={work.id} work={work} />
          ))}
        </RowTable>
      )}
      <ShowMore list={list} className="mt-4" />
    </>
  )
}

function WorkRow({ work }: { work: WorkView }) {
  const { consumer, streamId, upto, state, attempts, queuedAt, dueIn, lastError } = work
  return (
    <Row>
      <Cell className="font-semibold">{consumer}</Cell>
      <Cell>
        <Link to={tracePath(streamId)} className="text-brand-ink underline-offset-4 hover:underline">
          {streamId}
        </Link>
      </Cell>
      <Cell label={texts.upTo}>
        <EventLink position={upto} />
      </Cell>
      <Cell>
        {state !== 'dead' && <StyledBadge {...styles[state]} />}
        {dueIn > 0 && state !== 'leased' && (
          <span className="ml-2 text-ink-soft text-xs md:ml-0 md:block">{texts.again(dueIn)}</span>
        )}
      </Cell>
      <NumberCell label={texts.attempts}>{countText(attempts)}</NumberCell>
      <TimeCell label={texts.queued}>{instantText(queuedAt)}</TimeCell>
      <Cell className="text-xs">{lastError?.split('\n')[0]}</Cell>
    </Row>
  )
}
