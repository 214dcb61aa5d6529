import { reason as reasonBody } from '@jaanch/contracts/http/fields'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { countText } from '@/lib/format/numbers'
import { checkedText, resolverFor } from '@/lib/forms'
import { serverText } from '@/lib/http/api-error'
import { acceptRun, type RunView } from '@/lib/resources/operations/runs'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Textarea } from '@/ui/input'
import { toast } from '@/ui/toast-store'

const schema = z.object({
  reason: checkedText(reasonBody.shape.reason, 'Please say why, at most 500 characters'),
})

type AcceptDialogProps = { run: RunView; onDone: () => Promise<void>; onClose: () => void }

/** Accepts the differences that are shown. */
export function AcceptDialog({ run, onDone, onClose }: AcceptDialogProps) {
  const { register, handleSubmit, formState } = useForm<z.input<typeof schema>>({
    resolver: resolverFor(schema),
    defaultValues: { reason: '' },
  })

  async function submit({ reason }: z.input<typeof schema>) {
    try {
      await acceptRun(run.id, run.comparison, reason)
      await onDone()
      onClose()
    } catch (error) {
      toast.error('It does not go live', serverText(error))
    }
  }

  return (
    <FormDialog
      title={`Accept ${countText(run.different ?? 0)} differences?`}
      description="Everybody sees the rebuilt rows at once. They are compared once more before; if more rows differ than now, you are asked again."
      submitLabel="Accept and go live"
      isSubmitting={formState.isSubmitting}
      onSubmit={handleSubmit(submit)}
      onClose={onClose}
    >
      <Field label="Why are the differences right?" error={formState.errors.reason?.message}>
        <Textarea rows={3} maxLength={500} {...register('reason')} />
      </Field>
    </FormDialog>
  )
}
