import type { RewindPreviewView, WorkCountsView } from '@jaanch/contracts/http/operations/work'
import { useForm } from 'react-hook-form'
import { useDialogCommand } from '@/components/use-command'
import { countText } from '@/lib/format/numbers'
import { serverText } from '@/lib/http/api-error'
import { rewindConsumer, useRewindPreview } from '@/lib/resources/operations/work'
import { useDebounced } from '@/lib/timing'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input, Textarea } from '@/ui/input'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'
import { rewind as texts } from './texts'

type RewindDialogProps = { counts: WorkCountsView; onClose: () => void; onDone: () => void }

/** Moves a consumer's cursor back; shows what that means before it is done. */
export function RewindDialog({ counts, onClose, onDone }: RewindDialogProps) {
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
      toast.success(texts.succeeded(consumer), texts.succeededText(from - to))
      onDone()
      onClose()
    },
    failed: texts.failed,
  })

  /** Nothing that the preview does not show */
  function submit({ reason }: { reason: string }) {
    if (to !== undefined && isCurrent && refusal === null) return run({ to, reason: reason.trim() })
  }

  return (
    <FormDialog
      title={texts.title(consumer)}
      description={texts.description}
      submitLabel={texts.submitLabel}
      isSubmitting={busy}
      onSubmit={handleSubmit(submit)}
      onClose={onClose}
    >
      <Field
        label={texts.to}
        hint={texts.cursor(cursor)}
        error={
          to === undefined
            ? texts.toWrong
            : (refusal ?? (error ? (serverText(error) ?? texts.noPreview) : undefined))
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
            <p className="text-ink-soft">{texts.nothing}</p>
          ))
        )}
      </div>
      <Field label={texts.reason} hint={texts.reasonHint} error={formState.errors.reason?.message}>
        <Textarea
          rows={3}
          maxLength={500}
          {...register('reason', { validate: (reason) => reason.trim() !== '' || texts.reasonMissing })}
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
      <p className="font-semibold">{texts.events(events)}</p>
      <p className="mt-1 text-ink-soft">
        {texts.wanted(counted < events ? counted : undefined, all, handled)}
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
