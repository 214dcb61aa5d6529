import { reason as reasonBody } from '@jaanch/contracts/http/fields'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { checkedText, controlOf, resolverFor } from '@/lib/forms'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Textarea } from '@/ui/input'
import { Select, type SelectOption } from '@/ui/select'
import { reasonTexts } from './texts'
import { useFormCommand } from './use-command'

const reasonSchema = z.object({
  reason: checkedText(reasonBody.shape.reason, reasonTexts.missing),
})

type ReasonDialogProps = {
  title: string
  description: string
  submitLabel: string
  /** Shown above what the API answers if it refuses */
  failure: string
  label?: string
  /** Says who will read the reason */
  hint?: string
  /** The reason is one of these codes, instead of a text */
  choices?: readonly SelectOption[]
  choiceTexts?: { choose: string; noneChosen: string }
  /** The current value: nothing is submitted as long as it is unchanged */
  initial?: string
  isDangerous?: boolean
  children?: ReactNode
  /** Does it, and says so. The dialog closes afterwards */
  onSubmit: (reason: string) => Promise<void>
  onClose: () => void
}

export function ReasonDialog({
  title,
  description,
  submitLabel,
  failure,
  label = reasonTexts.label,
  hint = reasonTexts.hint,
  choices,
  choiceTexts = reasonTexts,
  initial = '',
  isDangerous = false,
  children,
  onSubmit,
  onClose,
}: ReasonDialogProps) {
  const form = useForm<z.input<typeof reasonSchema>>({
    resolver: resolverFor(reasonSchema),
    defaultValues: { reason: initial },
  })
  const { errors, isDirty } = form.formState
  const submit = useFormCommand(form, {
    send: ({ reason }: z.input<typeof reasonSchema>) => onSubmit(reason),
    done: onClose,
    failed: failure,
  })

  return (
    <FormDialog
      title={title}
      description={description}
      submitLabel={submitLabel}
      isDangerous={isDangerous}
      disabled={initial !== '' && !isDirty}
      {...submit}
      onClose={onClose}
    >
      {children}
      <Field
        label={label}
        hint={hint}
        error={choices && errors.reason ? choiceTexts.noneChosen : errors.reason?.message}
      >
        {choices ? (
          <Select {...controlOf(form, 'reason')} options={choices} placeholder={choiceTexts.choose} />
        ) : (
          <Textarea rows={3} maxLength={500} {...form.register('reason')} />
        )}
      </Field>
    </FormDialog>
  )
}
