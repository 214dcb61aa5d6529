import { faultOfOwn } from '@jaanch/catalogue/parameters/rules'
import { istDate } from '@jaanch/contracts/calendar'
import type { BodyInput } from '@jaanch/contracts/http/route'
import type {
  IntervalKind,
  IntervalsOfParameter,
  IntervalView,
  labIntervalCalls,
} from '@jaanch/report/intervals/api'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { refusedAt, useFormCommand } from '@/components/use-command'
import { agesText } from '@/features/report/interval-fields/ages'
import { PeopleFields, peopleFields } from '@/features/report/interval-fields/people-fields'
import { resolverFor } from '@/lib/forms'
import { Choice } from '@/ui/form-choice'
import { FormDialog } from '@/ui/form-dialog'
import { Line } from '@/ui/form-line'
import { addInterval, endInterval } from './calls'
import * as texts from './texts'

type EndDialogProps = { interval: IntervalView; name: string; onClose: () => void }

/** Ends an interval, or critical limits, of the lab on a day, today or later. */
export function EndDialog({ interval, name, onClose }: EndDialogProps) {
  const today = istDate(new Date())
  const schema = z.object({
    validTo: z.string().refine((date) => /^\d{4}-\d\d-\d\d$/.test(date) && date >= today, texts.end.wrong),
  })
  const form = useForm({ resolver: resolverFor(schema), defaultValues: { validTo: today } })
  const submit = useFormCommand(form, {
    send: ({ validTo }: z.output<typeof schema>) => endInterval(interval.id, validTo),
    succeeded: [texts.end.succeeded[interval.kind], name],
    done: onClose,
    failed: texts.end.failed[interval.kind],
  })
  return (
    <FormDialog {...texts.end.dialog[interval.kind](name)} isDangerous {...submit} onClose={onClose}>
      <Line {...{ form, texts: texts.end }} name="validTo" type="date" min={today} />
    </FormDialog>
  )
}

type AddDialogProps = { parameter: IntervalsOfParameter; kind: IntervalKind; onClose: () => void }

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
  const field = { form, texts: texts.add }
  const limit = { form, texts: limitTexts(kind, unit), inputMode: 'decimal', maxLength: 12 } as const
  const submit = useFormCommand(form, {
    send: (values: AddValues) => addInterval(bodyOf(parameter, kind, values)),
    succeeded: [texts.add.succeeded[kind], name],
    done: onClose,
    failed: texts.add.failed[kind],
    onFailure: refusedAt(form, 'from', 'interval-overlaps'),
  })
  const listed = options?.join() === 'text' ? null : options
  return (
    <FormDialog {...texts.add.dialog[kind](name)} {...submit} onClose={onClose}>
      <PeopleFields form={form} hasSex={!isCritical} to={{ optional: true }} />
      {decimals !== null && (
        <div className="grid grid-cols-2 gap-4">
          <Line {...limit} name="low" hint={texts.add.limitsHint[kind]} />
          <Line {...limit} name="high" />
        </div>
      )}
      {decimals === null && listed && (
        <Choice
          {...field}
          name="expected"
          options={listed.map((value) => ({ value, label: value }))}
          placeholder={texts.add.choose}
        />
      )}
      {decimals === null && !listed && <Line {...field} name="expected" maxLength={200} />}
      <div className="grid gap-4 sm:grid-cols-2">
        {!isCritical && <Line {...field} name="method" optional maxLength={100} />}
        <Line {...field} name="validFrom" type="date" min="2000-01-01" />
      </div>
      <Line {...field} name="source" maxLength={300} />
    </FormDialog>
  )
}

function limitTexts(kind: IntervalKind, unit: string | null) {
  const { low, high } = texts.add.limits[kind]
  const inUnit = (limit: string) => [limit, unit].filter(Boolean).join(', ')
  return { low: inUnit(low), high: inUnit(high) }
}

/** The fields of an interval of a lab, as typed */
export type AddValues = z.input<ReturnType<typeof addSchema>>

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
  const isAge = (typed: string, unit: keyof typeof oldest) => {
    const age = numberOf(typed)
    return age !== null && Number.isInteger(age) && age >= 0 && age <= oldest[unit]
  }
  const limit = new RegExp(decimals ? `^\\d{1,9}([.,]\\d{1,${decimals}})?$` : '^\\d{1,9}$')
  const isLimit = (typed: string) => typed.trim() === '' || limit.test(typed.trim())
  return z
    .object({
      ...peopleFields,
      low: z.string(),
      high: z.string(),
      expected: z.string(),
      method: z.string().max(100),
      validFrom: z.string().regex(/^[2-9]\d{3}-\d\d-\d\d$/, texts.add.validFromWrong),
      source: z.string().trim().min(1, texts.add.sourceMissing).max(300),
    })
    .superRefine((values, context) => {
      const refuse = (path: keyof typeof values, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message })
      const { from, to, unit, low, high, expected } = values
      if (!isAge(from, unit)) refuse('from', texts.add.ageWrong)
      if (to.trim() !== '') {
        if (!isAge(to, unit)) refuse('to', texts.add.ageWrong)
        else if (isAge(from, unit) && (numberOf(to) ?? 0) <= (numberOf(from) ?? 0))
          refuse('to', texts.add.toWrong)
      }
      if (decimals === null) {
        const isAllowed = options === null || options.includes(expected) || options.join() === 'text'
        if (expected.trim() === '' || !isAllowed) refuse('expected', texts.add.expectedMissing)
        return
      }
      for (const end of ['low', 'high'] as const)
        if (!isLimit(values[end])) refuse(end, texts.add.limitWrong(decimals))
      const [lower, upper] = [numberOf(low), numberOf(high)]
      if (lower === null && upper === null) refuse('low', texts.add.limitMissing)
      else if (lower !== null && upper !== null && lower >= upper) refuse('high', texts.add.highWrong)
      else if (kind === 'critical') {
        const fault = faultOfOwn(critical, { ...agesOf(values), low: lower, high: upper })
        if (!fault) return
        const { property, reason, band } = fault
        const isLow = (property === 'low') === (reason === 'looser')
        const bound = (isLow ? band.low : band.high)?.toFixed(decimals) ?? ''
        refuse(property, texts.add.faults[reason][property](bound, agesText(band.ageFrom, band.ageTo)))
      }
    })
}

function agesOf({ unit, from, to }: { unit: keyof typeof oldest; from: string; to: string }) {
  const months = (typed: string) => (numberOf(typed) ?? 0) * (unit === 'years' ? 12 : 1)
  return { ageFrom: months(from), ageTo: to.trim() === '' ? null : months(to) }
}

/** @returns the request for valid values */
export function bodyOf(
  { code, decimals }: Pick<IntervalsOfParameter, 'code' | 'decimals'>,
  kind: IntervalKind,
  values: AddValues,
): BodyInput<typeof labIntervalCalls.addInterval> {
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
