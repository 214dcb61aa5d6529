import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useDialogCommand } from '@/components/use-command'
import { instantOf } from '@/lib/format/dates'
import { resolverFor } from '@/lib/forms'
import { setMaintenance } from '@/lib/resources/maintenance'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input, Textarea } from '@/ui/input'
import { toast } from '@/ui/toast-store'
import { dialog as texts } from './texts'

const maxLength = 200

/** Times as the inputs have them, in India */
const form = z
  .object({
    text: z.string().trim().min(1, texts.textMissing).max(maxLength, texts.textMissing),
    from: z.string(),
    until: z.string(),
  })
  .refine(({ from, until }) => !until || Date.parse(instantOf(until)) > earliestEnd(from), {
    path: ['until'],
    message: texts.untilTooEarly,
  })

function earliestEnd(from: string): number {
  return Math.max(Date.now(), from ? Date.parse(instantOf(from)) : 0)
}

export function NoticeDialog({ onClose }: { onClose: () => void }) {
  const { register, handleSubmit, formState } = useForm<z.infer<typeof form>>({
    resolver: resolverFor(form),
    defaultValues: { text: '', from: '', until: '' },
  })
  const { errors } = formState
  const { run, busy } = useDialogCommand({
    async send({ text, from, until }: z.infer<typeof form>) {
      await setMaintenance({ text, from: instantOf(from), until: instantOf(until) })
      toast.success(texts.succeeded)
    },
    done: onClose,
    failed: texts.failure,
  })
  return (
    <FormDialog
      title={texts.title}
      description={texts.description}
      submitLabel={texts.submitLabel}
      isSubmitting={busy}
      onSubmit={handleSubmit(run)}
      onClose={onClose}
    >
      <Field label={texts.text} hint={texts.textHint} error={errors.text?.message}>
        <Textarea rows={3} maxLength={maxLength} {...register('text')} />
      </Field>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label={texts.from} hint={texts.fromHint} optional>
          <Input type="datetime-local" {...register('from')} />
        </Field>
        <Field label={texts.until} hint={texts.untilHint} error={errors.until?.message} optional>
          <Input type="datetime-local" {...register('until')} />
        </Field>
      </div>
    </FormDialog>
  )
}
