import type { BoardTube } from '@jaanch/collection/api'
import { reasonsFor } from '@jaanch/collection/custody/containers'
import { temperature } from '@jaanch/collection/custody/custody'
import { lateReasons, rejectionReasons } from '@jaanch/contracts/vocabulary'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { lateTexts, rejectionTexts } from '@/components/custody/texts'
import { ReasonDialog } from '@/components/reason-dialog'
import { useFormCommand } from '@/components/use-command'
import { resolverFor } from '@/lib/forms'
import { Choice } from '@/ui/form-choice'
import { FormDialog } from '@/ui/form-dialog'
import { Line, Paragraph } from '@/ui/form-line'
import { toast } from '@/ui/toast-store'
import { recordTubes } from './calls'
import * as texts from './texts'

const receiveForm = z.object({
  temperatureC: z
    .string()
    .refine((typed) => typed.trim() === '' || temperature.safeParse(numberOf(typed)).success, {
      error: texts.receive.temperatureWrong,
    }),
})

/** The tubes stay those for which a dialog was opened: what is recorded meanwhile changes nothing. */
type TubeDialogProps = { tubes: readonly BoardTube[]; onClose: () => void }

export function ReceiveDialog({ tubes: now, onClose }: TubeDialogProps) {
  const [tubes] = useState(now)
  const form = useForm<z.input<typeof receiveForm>>({
    resolver: resolverFor(receiveForm),
    defaultValues: { temperatureC: '' },
  })
  const submit = useFormCommand(form, {
    send: ({ temperatureC }: z.input<typeof receiveForm>) =>
      recordTubes({
        tubes,
        at: new Date().toISOString(),
        commandOf: (own) => ({
          type: 'receive',
          tubes: own.map(({ number }) => number),
          ...(temperatureC.trim() !== '' && { temperatureC: numberOf(temperatureC) }),
        }),
      }),
    succeeded: texts.receive.done(tubes.length),
    done: onClose,
    failed: texts.receive.failed,
  })
  return (
    <FormDialog
      title={texts.receive.title(tubes.length)}
      submitLabel={texts.receive.submitLabel}
      {...submit}
      onClose={onClose}
    >
      <Line
        {...{ form, texts: texts.receive }}
        name="temperatureC"
        optional
        inputMode="decimal"
        className="max-w-40"
      />
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
      title={texts.accept.title(tubes.length)}
      description={texts.accept.description(late)}
      submitLabel={texts.accept.submitLabel}
      failure={texts.accept.failed}
      label={texts.accept.reason}
      hint=""
      choices={choices}
      choiceTexts={{ choose: texts.accept.choose, noneChosen: texts.accept.reasonMissing }}
      onSubmit={async (chosen) => {
        const lateReason = lateReasons.find((each) => each === chosen) ?? 'other'
        await recordTubes({
          tubes,
          at: new Date().toISOString(),
          commandOf: (own) => ({ type: 'accept', tubes: own.map(({ number }) => number), lateReason }),
        })
        toast.success(texts.accept.done(tubes.length))
      }}
      onClose={onClose}
    />
  )
}

const rejectForm = z
  .object({
    reason: z.string().refine((value) => rejectionReasons.some((each) => each === value), {
      error: texts.reject.reasonMissing,
    }),
    note: z.string(),
  })
  .refine(({ reason, note }) => reason !== 'other' || note.trim() !== '', {
    path: ['note'],
    error: texts.reject.noteMissing,
  })

/** Rejects tubes for one reason, of those that all of them can have. */
export function RejectDialog({ tubes: now, onClose }: TubeDialogProps) {
  const [tubes] = useState(now)
  const possible = rejectionReasons.filter((reason) =>
    tubes.every((tube) => reasonsFor(tube).includes(reason)),
  )
  const form = useForm<z.input<typeof rejectForm>>({
    resolver: resolverFor(rejectForm),
    defaultValues: { reason: '', note: '' },
  })
  const field = { form, texts: texts.reject }
  const submit = useFormCommand(form, {
    send({ reason: chosen, note }: z.input<typeof rejectForm>) {
      const reason = possible.find((each) => each === chosen) ?? 'other'
      return recordTubes({
        tubes,
        at: new Date().toISOString(),
        commandOf: (own) => ({
          type: 'reject',
          tubes: own.map(({ number }) => ({ number, reason, ...(note.trim() !== '' && { note }) })),
        }),
      })
    },
    succeeded: [texts.reject.done(tubes.length), texts.reject.doneText],
    done: onClose,
    failed: texts.reject.failed,
  })
  return (
    <FormDialog
      title={texts.reject.title(tubes.length)}
      description={texts.reject.description}
      submitLabel={texts.reject.submitLabel}
      isDangerous
      {...submit}
      onClose={onClose}
    >
      <Choice
        {...field}
        name="reason"
        options={possible.map((value) => ({ value, label: rejectionTexts[value] }))}
        placeholder={texts.reject.choose}
      />
      <Paragraph
        {...field}
        name="note"
        optional={form.watch('reason') !== 'other'}
        rows={3}
        maxLength={300}
      />
    </FormDialog>
  )
}
