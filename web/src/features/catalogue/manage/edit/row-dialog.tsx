import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { PeopleFields, peopleFields } from '@/features/report/interval-fields/people-fields'
import { controlOf, resolverFor } from '@/lib/forms'
import { Checkbox } from '@/ui/checkbox'
import { Choice } from '@/ui/form-choice'
import { FormDialog } from '@/ui/form-dialog'
import { Line } from '@/ui/form-line'
import type { CatalogueView } from '../calls'
import { rowsTexts, rowTexts } from './texts'
import { numberOf, textOrNull, typedNumber } from './typed'

export type RowKind = 'reference' | 'critical'

/** An interval or critical limits of some people; ages in completed months. Critical limits have neither sex nor method. */
export type LimitRow = Omit<CatalogueView['intervals'][number], 'parameter'>

type RowForm = z.input<ReturnType<typeof rowSchema>>

const oldest = { years: 130, months: 1_560 }

/** @param options null: results are numbers; []: any text */
function rowSchema(kind: RowKind, options: readonly string[] | null) {
  const isAge = (typed: string, unit: keyof typeof oldest) => {
    const age = numberOf(typed)
    return typeof age === 'number' && Number.isInteger(age) && age >= 0 && age <= oldest[unit]
  }
  return z
    .object({
      ...peopleFields,
      low: z.string(),
      high: z.string(),
      expected: z.string(),
      method: z.string(),
      source: z.string().trim().min(1, rowTexts.sourceMissing).max(500),
      isActive: z.boolean(),
    })
    .superRefine(({ from, to, unit, ...form }, context) => {
      const refuse = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message })
      if (!isAge(from, unit)) refuse('from', rowTexts.ageWrong)
      const isOpen = to.trim() === '' && kind === 'reference'
      if (!isOpen && !isAge(to, unit)) refuse('to', rowTexts.ageWrong)
      else if (!isOpen && (numberOf(to) ?? 0) <= (numberOf(from) ?? 0)) refuse('to', rowTexts.toWrong)
      if (options !== null) {
        const isKnown = options.length === 0 || options.includes(form.expected)
        if (form.expected.trim() === '' || !isKnown) refuse('expected', rowTexts.expectedMissing)
        return
      }
      const [low, high] = [numberOf(form.low), numberOf(form.high)]
      if (low === undefined) refuse('low', rowTexts.numberWrong)
      if (high === undefined) refuse('high', rowTexts.numberWrong)
      if (low === null && high === null) refuse('low', rowTexts.limitMissing)
      if (low != null && high != null && low >= high) refuse('high', rowTexts.highWrong)
    })
}

/** @param row null: a new one, of adults */
export function toRowForm(row: LimitRow | null): RowForm {
  const { ageFrom = 216, ageTo = null } = row ?? {}
  const unit = ageFrom % 12 === 0 && (ageTo ?? 0) % 12 === 0 ? 'years' : 'months'
  const inUnit = (months: number | null) =>
    typedNumber(months === null || unit === 'months' ? months : months / 12)
  return {
    sex: row?.sex ?? 'both',
    unit,
    from: inUnit(ageFrom),
    to: inUnit(ageTo),
    low: typedNumber(row?.low),
    high: typedNumber(row?.high),
    expected: row?.expected ?? '',
    method: row?.method ?? '',
    source: row?.source ?? '',
    isActive: row?.isActive ?? true,
  }
}

/** @param form valid */
export function toRow(form: RowForm, isNumber: boolean): LimitRow {
  const months = (typed: string) => {
    const age = numberOf(typed) ?? null
    return age === null ? null : age * (form.unit === 'years' ? 12 : 1)
  }
  return {
    sex: form.sex === 'both' ? null : form.sex,
    ageFrom: months(form.from) ?? 0,
    ageTo: months(form.to),
    method: textOrNull(form.method),
    low: isNumber ? (numberOf(form.low) ?? null) : null,
    high: isNumber ? (numberOf(form.high) ?? null) : null,
    expected: isNumber ? null : form.expected.trim(),
    source: form.source.trim(),
    isActive: form.isActive,
  }
}

type RowDialogProps = {
  kind: RowKind
  /** null: a new one */
  row: LimitRow | null
  /** The possible results; null: numbers, []: any text */
  options: readonly string[] | null
  onKeep: (row: LimitRow) => void
  onClose: () => void
}

/** One interval, or critical limits of some ages: whom it is for, the limits or the expected result, and the source. */
export function RowDialog({ kind, row, options, onKeep, onClose }: RowDialogProps) {
  const form = useForm<RowForm>({
    resolver: resolverFor(rowSchema(kind, options)),
    defaultValues: toRowForm(row),
  })
  const { value: isActive, onChange: setActive } = controlOf(form, 'isActive')
  const isReference = kind === 'reference'
  const line = { form, texts: rowTexts }
  const limitTexts = { low: rowTexts.low[kind], high: rowTexts.high[kind] }
  const limit = { form, texts: limitTexts, inputMode: 'decimal', maxLength: 16 } as const
  return (
    <FormDialog
      title={rowsTexts[kind][row ? 'edit' : 'add']}
      description={rowTexts.description}
      submitLabel={rowTexts.submit}
      isSubmitting={false}
      onSubmit={(event) => {
        // the form of the parameter is around it, if not in the document
        event.stopPropagation()
        void form.handleSubmit((values) => {
          onKeep(toRow(values, options === null))
          onClose()
        })(event)
      }}
      onClose={onClose}
    >
      <PeopleFields form={form} hasSex={isReference} to={isReference ? {} : { hint: '' }} />
      {options === null && (
        <div className="grid grid-cols-2 gap-4">
          <Line {...limit} name="low" hint={rowTexts.limitsHint} />
          <Line {...limit} name="high" />
        </div>
      )}
      {options && options.length > 0 && (
        <Choice
          {...line}
          name="expected"
          options={options.map((value) => ({ value, label: value }))}
          placeholder={rowTexts.choose}
        />
      )}
      {options?.length === 0 && <Line {...line} name="expected" />}
      {isReference && <Line {...line} name="method" optional />}
      <Line {...line} name="source" maxLength={500} />
      {isReference && (
        <Checkbox checked={isActive} onChange={setActive}>
          {rowTexts.applies}
        </Checkbox>
      )}
    </FormDialog>
  )
}
