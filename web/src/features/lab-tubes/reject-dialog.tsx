import type { BoardTube } from '@jaanch/contracts/http/tubes'
import { rejectionReasons } from '@jaanch/contracts/vocabulary'
import { reasonsFor } from '@jaanch/domain/custody/rejection-reasons'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { rejectionTexts } from '@/components/custody/texts'
import { useDialogCommand } from '@/components/use-command'
import { controlOf, resolverFor } from '@/lib/forms'
import { recordTubes } from '@/lib/resources/tubes'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Textarea } from '@/ui/input'
import { Select } from '@/ui/select'
import { toast } from '@/ui/toast-store'
import { reject as texts } from './texts'

const form = z
  .object({
    reason: z.string().refine((value) => rejectionReasons.some((each) => each === value), {
      error: texts.reasonMissing,
    }),
    note: z.string(),
  })
  .refine(({ reason, note }) => reason !== 'other' || note.trim() !== '', {
    path: ['note'],
    error: texts.noteMissing,
  })

type RejectDialogProps = { tubes: readonly BoardTube[]; onClose: () => void }

/** Rejects tubes for one reason, of those that all of them can have. */
export function RejectDialog({ tubes: now, onClose }: RejectDialogProps) {
  const [tubes] = useState(now)
  const possible = rejectionReasons.filter((reason) =>
    tubes.every((tube) => reasonsFor(tube).includes(reason)),
  )
  const fields = useForm<z.input<typeof form>>({
    resolver: resolverFor(form),
    defaultValues: { reason: '', note: '' },
  })
  const { errors } = fields.formState
  const { run, busy } = useDialogCommand({
    send: recordTubes,
    done() {
      toast.success(texts.done(tubes.length), texts.doneText)
      onClose()
    },
    failed: texts.failed,
  })
  const control = controlOf(fields, 'reason')
  return (
    <FormDialog
      title={texts.title(tubes.length)}
      description={texts.description}
      submitLabel={texts.submitLabel}
      isSubmitting={busy}
      isDangerous
      onSubmit={fields.handleSubmit(({ reason: chosen, note }) => {
        const reason = possible.find((each) => each === chosen) ?? 'other'
        return run({
          tubes,
          at: new Date().toISOString(),
          commandOf: (own) => ({
            type: 'reject',
            tubes: own.map(({ number }) => ({ number, reason, ...(note.trim() !== '' && { note }) })),
          }),
        })
      })}
      onClose={onClose}
    >
      <Field label={texts.reason} error={errors.reason?.message}>
        <Select
          {...control}
          options={possible.map((value) => ({ value, label: rejectionTexts[value] }))}
          placeholder={texts.choose}
        />
      </Field>
      <Field
        label={texts.note}
        optional={control.value !== 'other'}
        hint={texts.noteHint}
        error={errors.note?.message}
      >
        <Textarea rows={3} maxLength={300} {...fields.register('note')} />
      </Field>
    </FormDialog>
  )
}
