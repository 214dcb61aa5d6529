import type { PauseView } from '@jaanch/contracts/http/operations/pauses'
import type { WorkCountsView } from '@jaanch/contracts/http/operations/work'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '@/components/use-command'
import { cn } from '@/lib/class-names'
import { countText } from '@/lib/format/numbers'
import { openQueues, usePauses, useWorkCounts } from '@/lib/resources/operations/work'
import { useMay } from '@/lib/session/staff'
import { Button } from '@/ui/button'
import { Cell, NowrapCell, Row, RowTable } from '@/ui/row-table'
import { SkeletonList } from '@/ui/skeleton'
import { PauseControl, PausedNote, useFollow } from '../parts'
import { DeadLetterGroups } from './dead-letters'
import { RewindDialog } from './rewind-dialog'
import { consumers as consumersTexts, page as pageTexts, queues as texts } from './texts'
import { WorkRows } from './work-rows'

/** What waits, runs and failed; what was given up, to be tried again or skipped; and the consumers, to be rewound. */
export function WorkPage() {
  return (
    <div className="grid grid-cols-1 gap-8">
      <section aria-labelledby="dead-letters">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <h2 id="dead-letters" className="font-semibold text-lg">
            {pageTexts.deadLetters}
          </h2>
          <QueuesButton />
        </div>
        <DeadLetterGroups />
      </section>
      <section aria-labelledby="consumers">
        <h2 id="consumers" className="mb-3 font-semibold text-lg">
          {pageTexts.consumers}
        </h2>
        <ConsumerTable />
      </section>
      <section aria-labelledby="unfinished-work">
        <h2 id="unfinished-work" className="mb-3 font-semibold text-lg">
          {pageTexts.unfinished}
        </h2>
        <WorkRows />
      </section>
    </div>
  )
}

function QueuesButton() {
  const mayOpen = useMay('operator')
  const { run, busy } = useCommand({
    async send() {
      // at once: a browser blocks a tab that opens later than the click
      const tab = window.open('about:blank', '_blank')
      const url = await openQueues().catch((error) => {
        tab?.close()
        throw error
      })
      if (!tab) return window.location.assign(url)
      tab.opener = null
      tab.location.href = url
    },
    failed: texts.failed,
  })
  if (!mayOpen) return null
  return (
    <Button variant="outline" size="sm" loading={busy} onClick={() => void run()}>
      {texts.label}
      <ExternalLink aria-hidden />
      <span className="sr-only">{texts.hint}</span>
    </Button>
  )
}

const states = ['waiting', 'leased', 'failing', 'dead'] as const

function ConsumerTable() {
  const { data, loading, mutate } = useWorkCounts()
  const [rewound, setRewound] = useState<WorkCountsView | null>(null)
  const pauses = usePauses()
  function refetch() {
    void mutate()
    void pauses.mutate()
  }
  useFollow(refetch)
  const pausedOf = (consumer: string) => pauses.data?.find(({ name }) => name === consumer)
  if (loading) return <SkeletonList count={4} itemClassName="h-40 md:h-12" className="grid gap-2" />
  if (!data) return <p className="text-ink-soft">{consumersTexts.unavailable}</p>
  return (
    <>
      <RowTable
        label={pageTexts.consumers}
        heads={[
          consumersTexts.consumer,
          consumersTexts.cursor,
          ...states.map((state) => consumersTexts.states[state]),
          '',
        ]}
      >
        {data.map((counts) => (
          <ConsumerRow
            key={counts.consumer}
            counts={counts}
            paused={pausedOf(counts.consumer)}
            onRewind={() => setRewound(counts)}
            onChange={refetch}
          />
        ))}
      </RowTable>
      {rewound && (
        <RewindDialog counts={rewound} onClose={() => setRewound(null)} onDone={() => void mutate()} />
      )}
    </>
  )
}

type ConsumerRowProps = {
  counts: WorkCountsView
  paused: PauseView | undefined
  onRewind: () => void
  onChange: () => void
}

function ConsumerRow({ counts, paused, onRewind, onChange }: ConsumerRowProps) {
  const mayOperate = useMay('operator')
  return (
    <Row>
      <Cell className="font-semibold">
        {counts.consumer}
        {paused && (
          <div className="max-w-72">
            <PausedNote paused={paused} />
          </div>
        )}
      </Cell>
      <NowrapCell label={consumersTexts.cursor}>{countText(counts.cursor)}</NowrapCell>
      {states.map((state) => (
        <Cell
          key={state}
          label={consumersTexts.states[state]}
          className={cn(
            'tabular-nums',
            counts[state] > 0 && (state === 'dead' || state === 'failing') && 'font-semibold text-error',
          )}
        >
          {countText(counts[state])}
          {counts.isMore && counts[state] > 0 && '+'}
        </Cell>
      ))}
      <Cell className="md:text-right">
        <span className={cn('inline-flex gap-2 md:justify-end', !mayOperate && 'hidden')}>
          <PauseControl name={counts.consumer} paused={paused} onChange={onChange} />
          <Button
            variant="outline"
            size="sm"
            aria-label={consumersTexts.rewindLabel(counts.consumer)}
            onClick={onRewind}
          >
            {consumersTexts.rewind}
          </Button>
        </span>
      </Cell>
    </Row>
  )
}
