import type { RewindPreviewView, WorkCountsView } from '@jaanch/contracts/http/operations/work'
import { type FormEvent, useState } from 'react'
import { toastFailure } from '@/components/toast-failure'
import { countText } from '@/lib/format/numbers'
import { serverText } from '@/lib/http/api-error'
import { rewindConsumer, useRewindPreview } from '@/lib/resources/operations/work'
import { useDebounced } from '@/lib/timing'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input, Textarea } from '@/ui/input'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'

type RewindDialogProps = { counts: WorkCountsView; onClose: () => void; onDone: () => void }

/** Moves a consumer's cursor back; shows what that means before it is done. */
export function RewindDialog({ counts, onClose, onDone }: RewindDialogProps) {
  const { consumer, cursor, beganAt } = counts
  const [typed, setTyped] = useState(String(Math.max(beganAt, cursor - 100)))
  const [reason, setReason] = useState('')
  const [isTried, setIsTried] = useState(false)
  const [isSubmitting, setIsSubmitting] = useState(false)
  const to = parsePosition(typed)
  const shownTo = useDebounced(to)
  const { data: preview, loading, error } = useRewindPreview(consumer, shownTo)
  const isCurrent = preview !== undefined && preview.to === to
  const refusal = isCurrent ? preview.refusal : null

  async function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (to === undefined || !isCurrent || refusal !== null || reason.trim() === '') return
    setIsSubmitting(true)
    try {
      const { from } = await rewindConsumer(consumer, to, reason.trim())
      toast.success(`${consumer} is rewound`, `It looks at ${countText(from - to)} events again.`)
      onDone()
      onClose()
    } catch (failure) {
      toastFailure('The consumer was not rewound', failure)
    } finally {
      setIsSubmitting(false)
    }
  }

  return (
    <FormDialog
      title={`Rewind ${consumer}?`}
      description="Hands the events after a position to it again. What it handled has no second effect; a message that nobody could receive may be sent now."
      submitLabel="Rewind"
      isSubmitting={isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Field
        label="Last event that is not looked at again"
        hint={`Its cursor is at ${countText(cursor)}.`}
        error={
          to === undefined
            ? 'Please type a position of the log, or 0'
            : (refusal ?? (error ? (serverText(error) ?? 'The preview cannot be shown') : undefined))
        }
      >
        <Input inputMode="numeric" value={typed} onChange={(event) => setTyped(event.target.value)} />
      </Field>
      <div aria-live="polite" className="min-h-28 rounded-lg bg-sunken px-4 py-3">
        {loading || (to !== undefined && !isCurrent && !error) ? (
          <Skeleton className="h-20" />
        ) : (
          isCurrent &&
          (refusal === null ? (
            <Preview preview={preview} />
          ) : (
            <p className="text-ink-soft">Nothing would be looked at again.</p>
          ))
        )}
      </div>
      <Field
        label="Reason"
        hint="It is stored with the rewind."
        error={isTried && reason.trim() === '' ? 'Please give a reason' : undefined}
      >
        <Textarea
          rows={3}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
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
      <p className="font-semibold">
        {countText(events)} {events === 1 ? 'event' : 'events'} would be looked at again.
      </p>
      <p className="mt-1 text-ink-soft">
        {counted < events ? `Of the first ${countText(counted)} it` : 'It'} wants {countText(all)}, of which{' '}
        {countText(handled)} are recorded as handled within the last week.
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
