import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { controlOf, resolverFor } from '@/lib/forms'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input } from '@/ui/input'
import { Select } from '@/ui/select'
import type { Filling } from './prices'
import { fill as texts } from './texts'

const isPercent = (typed: string) => /^\d{1,3}(\.\d{1,2})?$/.test(typed.trim()) && Number(typed) <= 100

const schema = z.object({
  percent: z.string().refine(isPercent, texts.percentWrong),
  direction: z.enum(['below', 'above']),
  step: z.string(),
})

const directionOptions = [
  { value: 'below', label: texts.directions.below },
  { value: 'above', label: texts.directions.above },
]
const stepOptions = Object.entries(texts.roundings)
  .map(([value, label]) => ({ value, label }))
  .toSorted((a, b) => Number(a.value) - Number(b.value))

type FillDialogProps = { onFill: (filling: Filling) => void; onClose: () => void }

/** Asks how the prices of all tests follow from the catalogue's. */
export function FillDialog({ onFill, onClose }: FillDialogProps) {
  const form = useForm<z.output<typeof schema>>({
    resolver: resolverFor(schema),
    defaultValues: { percent: '10', direction: 'below', step: '5' },
  })
  const { errors } = form.formState
  return (
    <FormDialog
      {...texts.dialog}
      isSubmitting={false}
      onSubmit={form.handleSubmit(({ percent, direction, step }) => {
        onFill({ percent: Number(percent), direction, step: Number(step) })
        onClose()
      })}
      onClose={onClose}
    >
      <Field label={texts.percent} error={errors.percent?.message}>
        <Input inputMode="decimal" autoComplete="off" {...form.register('percent')} />
      </Field>
      <Field label={texts.direction}>
        <Select {...controlOf(form, 'direction')} options={directionOptions} />
      </Field>
      <Field label={texts.rounding}>
        <Select {...controlOf(form, 'step')} options={stepOptions} />
      </Field>
    </FormDialog>
  )
}
