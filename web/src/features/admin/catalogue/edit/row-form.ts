import { z } from 'zod'
import type { CatalogueView } from '@/lib/resources/catalogue'
import { row as texts } from './texts'
import { numberOf, textOrNull, typedNumber } from './typed'

export type RowKind = 'reference' | 'critical'

/** An interval or critical limits of some people; ages in completed months. Critical limits have neither sex nor method. */
export type LimitRow = Omit<CatalogueView['intervals'][number], 'parameter'>

export type RowForm = z.input<ReturnType<typeof rowSchema>>

const oldest = { years: 130, months: 1_560 }

/** @param options null: results are numbers; []: any text */
export function rowSchema(kind: RowKind, options: readonly string[] | null) {
  const isAge = (typed: string, unit: keyof typeof oldest) => {
    const age = numberOf(typed)
    return typeof age === 'number' && Number.isInteger(age) && age >= 0 && age <= oldest[unit]
  }
  return z
    .object({
      sex: z.enum(['both', 'male', 'female']),
      unit: z.enum(['years', 'months']),
      from: z.string(),
      to: z.string(),
      low: z.string(),
      high: z.string(),
      expected: z.string(),
      method: z.string(),
      source: z.string().trim().min(1, texts.sourceMissing).max(500),
      isActive: z.boolean(),
    })
    .superRefine(({ from, to, unit, ...form }, context) => {
      const refuse = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message })
      if (!isAge(from, unit)) refuse('from', texts.ageWrong)
      const isOpen = to.trim() === '' && kind === 'reference'
      if (!isOpen && !isAge(to, unit)) refuse('to', texts.ageWrong)
      else if (!isOpen && (numberOf(to) ?? 0) <= (numberOf(from) ?? 0)) refuse('to', texts.toWrong)
      if (options !== null) {
        const isKnown = options.length === 0 || options.includes(form.expected)
        if (form.expected.trim() === '' || !isKnown) refuse('expected', texts.expectedMissing)
        return
      }
      const [low, high] = [numberOf(form.low), numberOf(form.high)]
      if (low === undefined) refuse('low', texts.numberWrong)
      if (high === undefined) refuse('high', texts.numberWrong)
      if (low === null && high === null) refuse('low', texts.limitMissing)
      if (low != null && high != null && low >= high) refuse('high', texts.highWrong)
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
