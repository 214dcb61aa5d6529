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
import { accept as acceptTexts, reject as rejectTexts, receive as texts } from './texts'

const receiveForm = z.object({
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
    succeeded: texts.done(tubes.length),
    done: onClose,
    failed: texts.failed,
  })
  return (
    <FormDialog
      title={texts.title(tubes.length)}
      submitLabel={texts.submitLabel}
      {...submit}
      onClose={onClose}
    >
      <Line {...{ form, texts }} name="temperatureC" optional inputMode="decimal" className="max-w-40" />
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
  const form = useForm<z.input<typeof rejectForm>>({
    resolver: resolverFor(rejectForm),
    defaultValues: { reason: '', note: '' },
  })
  const field = { form, texts: rejectTexts }
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
    succeeded: [rejectTexts.done(tubes.length), rejectTexts.doneText],
    done: onClose,
    failed: rejectTexts.failed,
  })
  return (
    <FormDialog
      title={rejectTexts.title(tubes.length)}
      description={rejectTexts.description}
      submitLabel={rejectTexts.submitLabel}
      isDangerous
      {...submit}
      onClose={onClose}
    >
      <Choice
        {...field}
        name="reason"
        options={possible.map((value) => ({ value, label: rejectionTexts[value] }))}
        placeholder={rejectTexts.choose}
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
