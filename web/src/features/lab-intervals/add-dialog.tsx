import { istDate } from '@jaanch/contracts/calendar'
import type { IntervalKind, labIntervalRoutes } from '@jaanch/contracts/http/lab-intervals'
import type { BodyInput } from '@jaanch/contracts/http/route'
import { faultOfOwn } from '@jaanch/domain/critical/own-limits'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { refusedAt, useDialogCommand } from '@/components/use-command'
import { controlOf, resolverFor } from '@/lib/forms'
import { addInterval, type IntervalsOfParameter } from '@/lib/resources/lab'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input } from '@/ui/input'
import { Segmented } from '@/ui/segmented'
import { Select } from '@/ui/select'
import { agesText } from './describe'
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
    succeeded: [texts.succeeded[kind], name],
    done: onClose,
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

/** What is typed for an interval of a lab. */
export type AddValues = {
  sex: 'both' | 'male' | 'female'
  unit: 'years' | 'months'
  from: string
  to: string
  low: string
  high: string
  expected: string
  method: string
  validFrom: string
  source: string
}

const oldest = { years: 125, months: 1_500 }

const numberOf = (typed: string) => (typed.trim() === '' ? null : Number(typed.trim().replace(',', '.')))

/**
 * @param kind critical limits are refused where they are looser than those of the catalogue
 * @returns the schema of the form for a parameter: limits for one with numbers, an expected text for the others
 */
export function addSchema(
  { decimals, options, critical }: Pick<IntervalsOfParameter, 'decimals' | 'options' | 'critical'>,
  kind: IntervalKind,
) {
  const isAge = (typed: string, unit: AddValues['unit']) => {
    const age = numberOf(typed)
    return age !== null && Number.isInteger(age) && age >= 0 && age <= oldest[unit]
  }
  const limit = new RegExp(decimals ? `^\\d{1,9}([.,]\\d{1,${decimals}})?$` : '^\\d{1,9}$')
  const isLimit = (typed: string) => typed.trim() === '' || limit.test(typed.trim())
  return z
    .object({
      sex: z.enum(['both', 'male', 'female']),
      unit: z.enum(['years', 'months']),
      from: z.string(),
      to: z.string(),
      low: z.string(),
      high: z.string(),
      expected: z.string(),
      method: z.string().max(100),
      validFrom: z.string().regex(/^[2-9]\d{3}-\d\d-\d\d$/, texts.validFromWrong),
      source: z.string().trim().min(1, texts.sourceMissing).max(300),
    })
    .superRefine((values, context) => {
      const refuse = (path: keyof AddValues, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message })
      const { from, to, unit, low, high, expected } = values
      if (!isAge(from, unit)) refuse('from', texts.ageWrong)
      if (to.trim() !== '') {
        if (!isAge(to, unit)) refuse('to', texts.ageWrong)
        else if (isAge(from, unit) && (numberOf(to) ?? 0) <= (numberOf(from) ?? 0))
          refuse('to', texts.toWrong)
      }
      if (decimals === null) {
        const isAllowed = options === null || options.includes(expected) || options.join() === 'text'
        if (expected.trim() === '' || !isAllowed) refuse('expected', texts.expectedMissing)
        return
      }
      for (const end of ['low', 'high'] as const)
        if (!isLimit(values[end])) refuse(end, texts.limitWrong(decimals))
      const [lower, upper] = [numberOf(low), numberOf(high)]
      if (lower === null && upper === null) refuse('low', texts.limitMissing)
      else if (lower !== null && upper !== null && lower >= upper) refuse('high', texts.highWrong)
      else if (kind === 'critical') {
        const fault = faultOfOwn(critical, { ...agesOf(values), low: lower, high: upper })
        if (!fault) return
        const { property, reason, band } = fault
        const isLow = (property === 'low') === (reason === 'looser')
        const bound = (isLow ? band.low : band.high)?.toFixed(decimals) ?? ''
        refuse(property, texts.faults[reason][property](bound, agesText(band.ageFrom, band.ageTo)))
      }
    })
}

function agesOf({ unit, from, to }: Pick<AddValues, 'unit' | 'from' | 'to'>) {
  const months = (typed: string) => (numberOf(typed) ?? 0) * (unit === 'years' ? 12 : 1)
  return { ageFrom: months(from), ageTo: to.trim() === '' ? null : months(to) }
}

/** @returns the request for valid values */
export function bodyOf(
  { code, decimals }: Pick<IntervalsOfParameter, 'code' | 'decimals'>,
  kind: IntervalKind,
  values: AddValues,
): BodyInput<typeof labIntervalRoutes.addInterval> {
  const { sex, low, high, expected, method, validFrom, source } = values
  const isText = decimals === null
  return {
    code,
    kind,
    sex: sex === 'both' ? null : sex,
    ...agesOf(values),
    method,
    low: isText ? null : numberOf(low),
    high: isText ? null : numberOf(high),
    expected: isText ? expected : null,
    validFrom,
    source,
  }
}
