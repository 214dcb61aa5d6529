import { temperature } from '@jaanch/contracts/custody'
import type { BoardTube } from '@jaanch/contracts/http/tubes'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useDialogCommand } from '@/components/use-command'
import { resolverFor } from '@/lib/forms'
import { recordTubes } from '@/lib/resources/tubes'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input } from '@/ui/input'
import { toast } from '@/ui/toast-store'
import { receive as texts } from './texts'

const form = z.object({
  temperatureC: z
    .string()
    .refine((typed) => typed.trim() === '' || temperature.safeParse(numberOf(typed)).success, {
      error: texts.temperatureWrong,
    }),
})

type ReceiveDialogProps = { tubes: readonly BoardTube[]; onClose: () => void }

/** The tubes stay those for which it was opened: a receipt that arrives meanwhile changes nothing. */
export function ReceiveDialog({ tubes: now, onClose }: ReceiveDialogProps) {
  const [tubes] = useState(now)
  const { register, handleSubmit, formState } = useForm<z.input<typeof form>>({
    resolver: resolverFor(form),
    defaultValues: { temperatureC: '' },
  })
  const { run, busy } = useDialogCommand({
    send: recordTubes,
    done() {
      toast.success(texts.done(tubes.length))
      onClose()
    },
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
