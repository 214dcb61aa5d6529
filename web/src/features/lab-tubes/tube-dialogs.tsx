import { temperature } from '@jaanch/contracts/custody'
import type { BoardTube } from '@jaanch/contracts/http/tubes'
import { lateReasons, rejectionReasons } from '@jaanch/contracts/vocabulary'
import { reasonsFor } from '@jaanch/domain/custody/rejection-reasons'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { lateTexts, rejectionTexts } from '@/components/custody/texts'
import { ReasonDialog } from '@/components/reason-dialog'
import { useDialogCommand } from '@/components/use-command'
import { controlOf, resolverFor } from '@/lib/forms'
import { recordTubes } from '@/lib/resources/tubes'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input, Textarea } from '@/ui/input'
import { Select } from '@/ui/select'
import { toast } from '@/ui/toast-store'
import { accept as acceptTexts, reject as rejectTexts, receive as texts } from './texts'

const form = z.object({
  temperatureC: z
    .string()
    .refine((typed) => typed.trim() === '' || temperature.safeParse(numberOf(typed)).success, {
      error: texts.temperatureWrong,
    }),
})

/** The tubes stay those for which a dialog was opened: what is recorded meanwhile changes nothing. */
type TubeDialogProps = { tubes: readonly BoardTube[]; onClose: () => void }

export function ReceiveDialog({ tubes: now, onClose }: TubeDialogProps) {
  const [tubes] = useState(now)
  const { register, handleSubmit, formState } = useForm<z.input<typeof form>>({
    resolver: resolverFor(form),
    defaultValues: { temperatureC: '' },
  })
  const { run, busy } = useDialogCommand({
    send: recordTubes,
    succeeded: texts.done(tubes.length),
    done: onClose,
    failed: texts.failed,
  })
  return (
    <FormDialog
      title={texts.title(tubes.length)}
      submitLabel={texts.submitLabel}
      isSubmitting={busy}
      onSubmit={handleSubmit(({ temperatureC }) =>
        run({
          tubes,
          at: new Date().toISOString(),
          commandOf: (own) => ({
            type: 'receive',
            tubes: own.map(({ number }) => number),
            ...(temperatureC.trim() !== '' && { temperatureC: numberOf(temperatureC) }),
          }),
        }),
      )}
      onClose={onClose}
    >
      <Field
        label={texts.temperature}
        optional
        hint={texts.temperatureHint}
        error={formState.errors.temperatureC?.message}
      >
        <Input inputMode="decimal" autoComplete="off" className="max-w-40" {...register('temperatureC')} />
      </Field>
    </FormDialog>
  )
}

/** @returns NaN for what is no number; a comma is a decimal point */
function numberOf(typed: string): number {
  return Number(typed.trim().replace(',', '.').replace('−', '-'))
}

const choices = lateReasons.map((value) => ({ value, label: lateTexts[value] }))

/** Asks once for all why tubes are accepted after their window. */
export function AcceptLateDialog({ tubes: now, late, onClose }: TubeDialogProps & { late: number }) {
  const [tubes] = useState(now)
  return (
    <ReasonDialog
      title={acceptTexts.title(tubes.length)}
      description={acceptTexts.description(late)}
      submitLabel={acceptTexts.submitLabel}
      failure={acceptTexts.failed}
      label={acceptTexts.reason}
      hint=""
      choices={choices}
      choiceTexts={{ choose: acceptTexts.choose, noneChosen: acceptTexts.reasonMissing }}
      onSubmit={async (chosen) => {
        const lateReason = lateReasons.find((each) => each === chosen) ?? 'other'
        await recordTubes({
          tubes,
          at: new Date().toISOString(),
          commandOf: (own) => ({ type: 'accept', tubes: own.map(({ number }) => number), lateReason }),
        })
        toast.success(acceptTexts.done(tubes.length))
      }}
      onClose={onClose}
    />
  )
}

const rejectForm = z
  .object({
    reason: z.string().refine((value) => rejectionReasons.some((each) => each === value), {
      error: rejectTexts.reasonMissing,
    }),
    note: z.string(),
  })
  .refine(({ reason, note }) => reason !== 'other' || note.trim() !== '', {
    path: ['note'],
    error: rejectTexts.noteMissing,
  })

/** Rejects tubes for one reason, of those that all of them can have. */
export function RejectDialog({ tubes: now, onClose }: TubeDialogProps) {
  const [tubes] = useState(now)
  const possible = rejectionReasons.filter((reason) =>
    tubes.every((tube) => reasonsFor(tube).includes(reason)),
  )
  const fields = useForm<z.input<typeof rejectForm>>({
    resolver: resolverFor(rejectForm),
    defaultValues: { reason: '', note: '' },
  })
  const { errors } = fields.formState
  const { run, busy } = useDialogCommand({
    send: recordTubes,
    succeeded: [rejectTexts.done(tubes.length), rejectTexts.doneText],
    done: onClose,
    failed: rejectTexts.failed,
  })
  const control = controlOf(fields, 'reason')
  return (
    <FormDialog
      title={rejectTexts.title(tubes.length)}
      description={rejectTexts.description}
      submitLabel={rejectTexts.submitLabel}
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
      <Field label={rejectTexts.reason} error={errors.reason?.message}>
        <Select
          {...control}
          options={possible.map((value) => ({ value, label: rejectionTexts[value] }))}
          placeholder={rejectTexts.choose}
        />
      </Field>
      <Field
        label={rejectTexts.note}
        optional={control.value !== 'other'}
        hint={rejectTexts.noteHint}
        error={errors.note?.message}
      >
        <Textarea rows={3} maxLength={300} {...fields.register('note')} />
      </Field>
    </FormDialog>
  )
}
