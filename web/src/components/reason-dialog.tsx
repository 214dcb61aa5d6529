import { reason as reasonBody } from '@jaanch/contracts/http/fields'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { checkedText, resolverFor } from '@/lib/forms'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Textarea } from '@/ui/input'
import { useDialogFailure } from './toast-failure'

const reasonSchema = z.object({
  reason: checkedText(reasonBody.shape.reason, 'Please give a reason, at most 500 characters'),
})

type ReasonDialogProps = {
  title: string
  description: string
  submitLabel: string
  /** Shown above what the API answers if it refuses */
  failure: string
  /** Of the reason */
  label?: string
  /** Who will read the reason */
  hint?: string
  /** Above the reason */
  children?: ReactNode
  /** Does it, and says so. The dialog closes afterwards */
  onSubmit: (reason: string) => Promise<void>
  onClose: () => void
}

/** Asks for confirmation of what has a consequence that an admin must answer for, with the reason. */
export function ReasonDialog({
  title,
  description,
  submitLabel,
  failure,
  label = 'Reason',
  hint = 'Other admins see it in the audit trail. It is not sent to anybody.',
  children,
  onSubmit,
  onClose,
}: ReasonDialogProps) {
  const { register, handleSubmit, formState } = useForm<z.input<typeof reasonSchema>>({
    resolver: resolverFor(reasonSchema),
    defaultValues: { reason: '' },
  })
  const { errors, isSubmitting } = formState
  const showFailure = useDialogFailure()

  async function submit({ reason }: z.input<typeof reasonSchema>) {
    try {
      await onSubmit(reason)
      onClose()
    } catch (error) {
      showFailure(failure, error, { repeat: () => void handleSubmit(() => submit({ reason }))() })
    }
  }

  return (
    <FormDialog
      title={title}
      description={description}
      submitLabel={submitLabel}
      isSubmitting={isSubmitting}
      onSubmit={handleSubmit(submit)}
      onClose={onClose}
    >
      {children}
      <Field label={label} hint={hint} error={errors.reason?.message}>
        <Textarea rows={3} maxLength={500} {...register('reason')} />
      </Field>
    </FormDialog>
  )
}
