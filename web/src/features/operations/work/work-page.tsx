import type { WorkView } from '@jaanch/operations/work/api'
import { CircleCheck, Clock, ExternalLink, LoaderCircle, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useCommand } from '@/components/use-command'
import { useAddressState } from '@/lib/address-state'
import { usePages } from '@/lib/cache/use-pages'
import { useResource } from '@/lib/cache/use-resource'
import { instantText } from '@/lib/format/dates'
import { countText } from '@/lib/format/numbers'
import { call } from '@/lib/http/call'
import { tracePath } from '@/lib/paths'
import { useMay } from '@/lib/session/staff'
import { type BadgeStyle, StyledBadge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Cell, NumberCell, Row, TimeCell } from '@/ui/row-table'
import { Select } from '@/ui/select'
import { EventLink, PagedRows } from '../parts'
import { ConsumerTable } from './consumers'
import { DeadLetterGroups } from './dead-letters'
import { texts } from './texts'

/** Shows the jobs that wait, run and failed; those that were given up, to be tried again or skipped; and the consumers, to be rewound. */
export function WorkPage() {
  return (
    <div className="grid grid-cols-1 gap-8">
      <Section id="dead-letters" title={texts.page.deadLetters} action={<QueuesButton />}>
        <DeadLetterGroups />
      </Section>
      <Section id="consumers" title={texts.page.consumers}>
        <ConsumerTable />
      </Section>
      <Section id="unfinished-work" title={texts.page.unfinished}>
        <WorkRows />
      </Section>
    </div>
  )
}

type SectionProps = { id: string; title: string; action?: ReactNode; children: ReactNode }

function Section({ id, title, action, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="font-semibold text-lg">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}

/** Opens the dashboard of the queues, which this browser may see then. */
function QueuesButton() {
  const mayOpen = useMay('operator')
  const { run, busy } = useCommand({
    async send() {
      // at once: a browser blocks a tab that opens later than the click
      const tab = window.open('about:blank', '_blank')
      const { url } = await call('POST', '/api/operations/queues/session', {}).catch((error) => {
        tab?.close()
        throw error
      })
      if (!tab) return window.location.assign(url)
      tab.opener = null
      tab.location.href = url
    },
    failed: texts.queues.failed,
  })
  if (!mayOpen) return null
  return (
    <Button variant="outline" size="sm" loading={busy} onClick={() => void run()}>
      {texts.queues.label}
      <ExternalLink aria-hidden />
      <span className="sr-only">{texts.queues.hint}</span>
    </Button>
  )
}

const styles: Record<Exclude<WorkView['state'], 'dead'>, BadgeStyle> = {
  waiting: { label: texts.states.waiting, variant: 'neutral', icon: Clock },
  leased: { label: texts.states.leased, variant: 'info', icon: LoaderCircle },
  failing: { label: texts.states.failing, variant: 'error', icon: RotateCcw },
}

const stateOptions = Object.entries(styles).map(([value, { label }]) => ({ value, label }))

const noFilter = { consumer: '', state: '' }

function WorkRows() {
  const [filter, show] = useAddressState(noFilter)
  const consumers = useResource('/api/operations/work/counts').data ?? []
  const list = usePages('/api/operations/work', { ...filter, limit: 20 })
  return (
    <>
      <div className="mb-3 grid grid-cols-1 gap-3 sm:w-fit sm:grid-cols-[14rem_11rem]">
        <Select
          label={texts.work.consumer}
          value={filter.consumer}
          onChange={(consumer) => show({ consumer })}
          options={consumers.map(({ consumer }) => ({ value: consumer, label: consumer }))}
          emptyLabel={texts.work.allConsumers}
        />
        <Select
          label={texts.work.state}
          value={filter.state}
          onChange={(state) => show({ state })}
          options={stateOptions}
          emptyLabel={texts.work.allStates}
        />
      </div>
      <PagedRows
        list={list}
        label={texts.page.unfinished}
        heads={texts.work.heads}
        skeletons={{ count: 3, itemClassName: 'h-32 md:h-12' }}
        empty={<EmptyState icon={CircleCheck} title={texts.work.none} />}
      >
        {(work) => <WorkRow work={work} />}
      </PagedRows>
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
      <Cell label={texts.work.upTo}>
        <EventLink position={upto} />
      </Cell>
      <Cell>
        {state !== 'dead' && <StyledBadge {...styles[state]} />}
        {dueIn > 0 && state !== 'leased' && (
          <span className="ml-2 text-ink-soft text-xs md:ml-0 md:block">{texts.work.again(dueIn)}</span>
        )}
      </Cell>
      <NumberCell label={texts.work.attempts}>{countText(attempts)}</NumberCell>
      <TimeCell label={texts.work.queued}>{instantText(queuedAt)}</TimeCell>
      <Cell className="text-xs">{lastError?.split('\n')[0]}</Cell>
    </Row>
  )
}
