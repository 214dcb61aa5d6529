import type { PauseView, RewindPreviewView, WorkCountsView, WorkView } from '@jaanch/operations/work/api'
import { CircleCheck, Clock, ExternalLink, LoaderCircle, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { ShowMore } from '@/components/list/show-more'
import { useCommand, useDialogCommand } from '@/components/use-command'
import { usePauses } from '@/features/operations/operations-calls'
import { useAddressState } from '@/lib/address-state'
import { cn } from '@/lib/class-names'
import { instantText } from '@/lib/format/dates'
import { countText } from '@/lib/format/numbers'
import { serverText } from '@/lib/http/api-error'
import { tracePath } from '@/lib/paths'
import { useMay } from '@/lib/session/staff'
import { useDebounced } from '@/lib/timing'
import { type BadgeStyle, StyledBadge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input, Textarea } from '@/ui/input'
import { Cell, NowrapCell, NumberCell, Row, RowTable, TimeCell } from '@/ui/row-table'
import { Select } from '@/ui/select'
import { Skeleton, SkeletonList } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'
import { EventLink, PauseControl, PausedNote, useFollow } from '../parts'
import { openQueues, rewindConsumer, useRewindPreview, useWork, useWorkCounts } from './calls'
import { DeadLetterGroups } from './dead-letters'
import {
  consumers as consumersTexts,
  page as pageTexts,
  rewind as rewindTexts,
  queues as texts,
  work as workTexts,
} from './texts'

/** Shows the jobs that wait, run and failed; those that were given up, to be tried again or skipped; and the consumers, to be rewound. */
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

type RewindDialogProps = { counts: WorkCountsView; onClose: () => void; onDone: () => void }

/** Moves a consumer's cursor back; shows what that means before it is done. */
function RewindDialog({ counts, onClose, onDone }: RewindDialogProps) {
  const { consumer, cursor, beganAt } = counts
  const { register, handleSubmit, watch, formState } = useForm({
    defaultValues: { to: String(Math.max(beganAt, cursor - 100)), reason: '' },
  })
  const to = parsePosition(watch('to'))
  const shownTo = useDebounced(to)
  const { data: preview, loading, error } = useRewindPreview(consumer, shownTo)
  const isCurrent = preview !== undefined && preview.to === to
  const refusal = isCurrent ? preview.refusal : null
  const { run, busy } = useDialogCommand({
    send: (rewind: { to: number; reason: string }) => rewindConsumer(consumer, rewind.to, rewind.reason),
    done({ from }, { to }) {
      toast.success(rewindTexts.succeeded(consumer), rewindTexts.succeededText(from - to))
      onDone()
      onClose()
    },
    failed: rewindTexts.failed,
  })

  /** Nothing that the preview does not show */
  function submit({ reason }: { reason: string }) {
    if (to !== undefined && isCurrent && refusal === null) return run({ to, reason: reason.trim() })
  }

  return (
    <FormDialog
      title={rewindTexts.title(consumer)}
      description={rewindTexts.description}
      submitLabel={rewindTexts.submitLabel}
      isSubmitting={busy}
      onSubmit={handleSubmit(submit)}
      onClose={onClose}
    >
      <Field
        label={rewindTexts.to}
        hint={rewindTexts.cursor(cursor)}
        error={
          to === undefined
            ? rewindTexts.toWrong
            : (refusal ?? (error ? (serverText(error) ?? rewindTexts.noPreview) : undefined))
        }
      >
        <Input inputMode="numeric" {...register('to')} />
      </Field>
      <div aria-live="polite" className="min-h-28 rounded-lg bg-sunken px-4 py-3">
        {loading || (to !== undefined && !isCurrent && !error) ? (
          <Skeleton className="h-20" />
        ) : (
          isCurrent &&
          (refusal === null ? (
            <Preview preview={preview} />
          ) : (
            <p className="text-ink-soft">{rewindTexts.nothing}</p>
          ))
        )}
      </div>
      <Field
        label={rewindTexts.reason}
        hint={rewindTexts.reasonHint}
        error={formState.errors.reason?.message}
      >
        <Textarea
          rows={3}
          maxLength={500}
          {...register('reason', { validate: (reason) => reason.trim() !== '' || rewindTexts.reasonMissing })}
        />
      </Field>
    </FormDialog>
  )
}

function Preview({ preview }: { preview: RewindPreviewView }) {
  const { events, counted, wanted, handled } = preview
  const all = wanted.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <p className="font-semibold">{rewindTexts.events(events)}</p>
      <p className="mt-1 text-ink-soft">
        {rewindTexts.wanted(counted < events ? counted : undefined, all, handled)}
      </p>
      <ul className="mt-2 grid gap-0.5 text-sm">
        {wanted.map(({ type, count }) => (
          <li key={type} className="flex justify-between gap-4">
            <span>{type}</span>
            <span className="tabular-nums">{countText(count)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function parsePosition(text: string): number | undefined {
  const digits = text.replaceAll(/[\s,]/g, '')
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined
}

const styles: Record<Exclude<WorkView['state'], 'dead'>, BadgeStyle> = {
  waiting: { label: workTexts.states.waiting, variant: 'neutral', icon: Clock },
  leased: { label: workTexts.states.leased, variant: 'info', icon: LoaderCircle },
  failing: { label: workTexts.states.failing, variant: 'error', icon: RotateCcw },
}

const stateOptions = Object.entries(styles).map(([value, { label }]) => ({ value, label }))

const noFilter = { consumer: '', state: '' }

function WorkRows() {
  const [{ consumer, state }, show] = useAddressState(noFilter)
  const consumers = useWorkCounts().data ?? []
  const list = useWork({ consumer, state })
  useFollow(() => void list.mutate())
  return (
    <>
      <div className="mb-3 grid grid-cols-1 gap-3 sm:w-fit sm:grid-cols-[14rem_11rem]">
        <Select
          label={workTexts.consumer}
          value={consumer}
          onChange={(next) => show({ consumer: next })}
          options={consumers.map((one) => ({ value: one.consumer, label: one.consumer }))}
          emptyLabel={workTexts.allConsumers}
        />
        <Select
          label={workTexts.state}
          value={state}
          onChange={(next) => show({ state: next })}
          options={stateOptions}
          emptyLabel={workTexts.allStates}
        />
      </div>
      {list.loading ? (
        <SkeletonList count={3} itemClassName="h-32 md:h-12" className="grid gap-2" />
      ) : list.rows.length === 0 && !list.hasMore ? (
        <EmptyState icon={CircleCheck} title={workTexts.none} />
      ) : (
        <RowTable label={pageTexts.unfinished} heads={workTexts.heads}>
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
      <Cell label={workTexts.upTo}>
        <EventLink position={upto} />
      </Cell>
      <Cell>
        {state !== 'dead' && <StyledBadge {...styles[state]} />}
        {dueIn > 0 && state !== 'leased' && (
          <span className="ml-2 text-ink-soft text-xs md:ml-0 md:block">{workTexts.again(dueIn)}</span>
        )}
      </Cell>
      <NumberCell label={workTexts.attempts}>{countText(attempts)}</NumberCell>
      <TimeCell label={workTexts.queued}>{instantText(queuedAt)}</TimeCell>
      <Cell className="text-xs">{lastError?.split('\n')[0]}</Cell>
    </Row>
  )
}
