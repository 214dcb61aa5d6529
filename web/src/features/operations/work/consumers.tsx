import type { PauseView, RewindPreviewView, WorkCountsView } from '@jaanch/operations/work/api'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useDialogCommand } from '@/components/use-command'
import { useResource } from '@/lib/cache/use-resource'
import { cn } from '@/lib/class-names'
import { countText } from '@/lib/format/numbers'
import { serverText } from '@/lib/http/api-error'
import { call } from '@/lib/http/call'
import { useMay } from '@/lib/session/staff'
import { useDebounced } from '@/lib/timing'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input, Textarea } from '@/ui/input'
import { Cell, NowrapCell, Row, RowTable } from '@/ui/row-table'
import { Skeleton, SkeletonList } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'
import { PauseControl, PausedNote, useFollow, usePauses } from '../parts'
import { texts } from './texts'

const { rewind: rewindTexts } = texts

const states = ['waiting', 'leased', 'failing', 'dead'] as const

/** The consumers with their cursors, and the number of their jobs by state. */
export function ConsumerTable() {
  const { data, loading, mutate } = useResource('/api/operations/work/counts')
  const [rewound, setRewound] = useState<WorkCountsView | null>(null)
  const pauses = usePauses()
  function refetch() {
    void mutate()
    void pauses.mutate()
  }
  useFollow(refetch)
  if (loading) return <SkeletonList count={4} itemClassName="h-40 md:h-12" className="grid gap-2" />
  if (!data) return <p className="text-ink-soft">{texts.consumers.unavailable}</p>
  const { consumer, cursor } = texts.consumers
  return (
    <>
      <RowTable
        label={texts.page.consumers}
        heads={[consumer, cursor, ...states.map((state) => texts.states[state]), '']}
      >
        {data.map((counts) => (
          <ConsumerRow
            key={counts.consumer}
            counts={counts}
            paused={pauses.of(counts.consumer)}
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
        <div className="max-w-72">
          <PausedNote paused={paused} />
        </div>
      </Cell>
      <NowrapCell label={texts.consumers.cursor}>{countText(counts.cursor)}</NowrapCell>
      {states.map((state) => (
        <Cell
          key={state}
          label={texts.states[state]}
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
            aria-label={rewindTexts.buttonOf(counts.consumer)}
            onClick={onRewind}
          >
            {rewindTexts.button}
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
  const {
    data: preview,
    loading,
    error,
  } = useResource(shownTo === undefined ? null : '/api/operations/consumers/:id/rewind', {
    params: { id: consumer },
    query: { to: shownTo },
  })
  const isCurrent = preview !== undefined && preview.to === to
  const refusal = isCurrent ? preview.refusal : null
  const { run, busy } = useDialogCommand({
    send: (body: { to: number; reason: string }) =>
      call('POST', '/api/operations/consumers/:id/rewind', { params: { id: consumer }, body }),
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
      submitLabel={rewindTexts.button}
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
