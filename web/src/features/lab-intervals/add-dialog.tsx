import { istDate } from '@jaanch/contracts/calendar'
import type { IntervalKind } from '@jaanch/contracts/http/lab-intervals'
import { useForm } from 'react-hook-form'
import { refusedAt, useDialogCommand } from '@/components/use-command'
import { controlOf, resolverFor } from '@/lib/forms'
import { addInterval, type IntervalsOfParameter } from '@/lib/resources/lab-intervals'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input } from '@/ui/input'
import { Segmented } from '@/ui/segmented'
import { Select } from '@/ui/select'
import { toast } from '@/ui/toast-store'
import { type AddValues, addSchema, bodyOf } from './add-form'
import { add as texts } from './texts'

type AddDialogProps = { parameter: IntervalsOfParameter; kind: IntervalKind; onClose: () => void }

const sexes = ['both', 'male', 'female'] as const
const units = ['years', 'months'] as const

/** Adds an interval, or critical limits, of the lab: whom it is for, the limits or the expected text, and where it comes from. */
export function AddDialog({ parameter, kind, onClose }: AddDialogProps) {
  const { name, unit, decimals, options } = parameter
  const isCritical = kind === 'critical'
  const form = useForm<AddValues>({
    resolver: resolverFor(addSchema(parameter, kind)),
    defaultValues: {
      sex: 'both',
      unit: 'years',
      from: isCritical ? '0' : '18',
      to: '',
      low: '',
      high: '',
      expected: '',
      method: '',
      validFrom: istDate(new Date()),
      source: '',
    },
  })
  const { errors } = form.formState
  const { run, busy } = useDialogCommand({
    send: (values: AddValues) => addInterval(bodyOf(parameter, kind, values)),
    done() {
      toast.success(texts.succeeded[kind], name)
      onClose()
    },
    failed: texts.failed[kind],
    onFailure: refusedAt(form, 'from', 'interval-overlaps'),
  })
  const isFreeText = options?.join() === 'text'
  return (
    <FormDialog
      {...texts.dialog[kind](name)}
      isSubmitting={busy}
      onSubmit={form.handleSubmit((values) => run(values))}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {!isCritical && (
          <Segmented
            {...controlOf(form, 'sex')}
            label={texts.sex}
            options={sexes.map((value) => ({ value, label: texts.sexes[value] }))}
          />
        )}
        <Segmented
          {...controlOf(form, 'unit')}
          label={texts.unit}
          options={units.map((value) => ({ value, label: texts.units[value] }))}
        />
      </div>
      <div className="grid grid-cols-2 gap-4">
        <Field label={texts.from} error={errors.from?.message}>
          <Input inputMode="numeric" autoComplete="off" maxLength={4} {...form.register('from')} />
        </Field>
        <Field label={texts.to} hint={texts.toHint} error={errors.to?.message} optional>
          <Input inputMode="numeric" autoComplete="off" maxLength={4} {...form.register('to')} />
        </Field>
      </div>
      {decimals !== null && (
        <div className="grid grid-cols-2 gap-4">
          {(['low', 'high'] as const).map((limit) => (
            <Field
              key={limit}
              label={[texts.limits[kind][limit], unit].filter(Boolean).join(', ')}
              hint={limit === 'low' ? texts.limitsHint[kind] : undefined}
              error={errors[limit]?.message}
            >
              <Input inputMode="decimal" autoComplete="off" maxLength={12} {...form.register(limit)} />
            </Field>
          ))}
        </div>
      )}
      {decimals === null && (
        <Field label={texts.expected} error={errors.expected?.message}>
          {options && !isFreeText ? (
            <Select
              {...controlOf(form, 'expected')}
              options={options.map((value) => ({ value, label: value }))}
              placeholder={texts.choose}
            />
          ) : (
            <Input autoComplete="off" maxLength={200} {...form.register('expected')} />
          )}
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {!isCritical && (
          <Field label={texts.method} hint={texts.methodHint} error={errors.method?.message} optional>
            <Input autoComplete="off" maxLength={100} {...form.register('method')} />
          </Field>
        )}
        <Field label={texts.validFrom} error={errors.validFrom?.message}>
          <Input type="date" min="2000-01-01" {...form.register('validFrom')} />
        </Field>
      </div>
      <Field label={texts.source} hint={texts.sourceHint} error={errors.source?.message}>
        <Input autoComplete="off" maxLength={300} {...form.register('source')} />
      </Field>
    </FormDialog>
  )
}
