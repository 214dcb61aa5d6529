import { reason as reasonBody } from '@jaanch/contracts/http/fields'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { checkedText, resolverFor } from '@/lib/forms'
import { serverText } from '@/lib/http/api-error'
import { refold } from '@/lib/resources/operations/history'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Textarea } from '@/ui/input'
import { toast } from '@/ui/toast-store'

const reasonSchema = z.object({
  reason: checkedText(reasonBody.shape.reason, 'Please give a reason, at most 500 characters'),
})

type RefoldDialogProps = {
  of: string
  /** Counts and statistics may be wrong too, and stay as they are */
  mayMiscount: boolean
  onMended: () => Promise<unknown>
  onClose: () => void
}

/** Asks for the reason, and mends the rows. */
export function RefoldDialog({ of, mayMiscount, onMended, onClose }: RefoldDialogProps) {
  const { register, handleSubmit, formState } = useForm<z.input<typeof reasonSchema>>({
    resolver: resolverFor(reasonSchema),
    defaultValues: { reason: '' },
  })

  async function submit({ reason }: z.input<typeof reasonSchema>) {
    try {
      const { mended } = await refold(of, reason)
      await onMended()
      toast.success(mended === 1 ? '1 row was mended' : `${mended} rows were mended`, of)
      onClose()
    } catch (error) {
      toast.error('The rows could not be mended', serverText(error))
    }
  }

  return (
    <FormDialog
      title="Write the rows as its events say?"
      description="The fields that differ are overwritten in all generations of the read tables, and everybody who sees the rows gets them at once. The log does not change, and no message is sent."
      submitLabel="Refold"
      isSubmitting={formState.isSubmitting}
      onSubmit={handleSubmit(submit)}
      onClose={onClose}
    >
      {mayMiscount && (
        <p className="rounded-lg bg-sunken px-3.5 py-2.5 text-sm">
          Counts and statistics stay as they are. They may contain the wrong row: a verification shows it, and
          a replay makes them right.
        </p>
      )}
      <Field
        label="Reason"
        hint="It is stored with the operation. It is not sent to anybody."
        error={formState.errors.reason?.message}
      >
        <Textarea rows={3} maxLength={500} {...register('reason')} />
      </Field>
    </FormDialog>
  )
}
