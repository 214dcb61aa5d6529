import { specimenText } from '@jaanch/catalogue/catalogue'
import { genderRestrictions } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import { rupeesText } from '@/lib/format/numbers'
import type { CatalogueItem } from '../calls'
import { itemTexts, savingsTexts } from './texts'
import {
  codePattern,
  listFaults,
  listOf,
  paiseOf,
  textOrNull,
  typedList,
  typedNumber,
  typedPaise,
  wholeOf,
} from './typed'

export type ItemKind = CatalogueItem['kind']
export type FastingMode = keyof typeof itemTexts.fastingModes

const lists = { specimens: 20, synonyms: 60, conditions: 60 } as const
const typed = z.string()

/** Numbers, prices and lists are texts, as typed. */
export const itemSchema = z
  .object({
    code: typed.regex(codePattern, itemTexts.codeWrong),
    name: typed.trim().min(1, itemTexts.nameMissing).max(120),
    category: typed.trim().min(1, itemTexts.categoryMissing).max(60),
    description: typed.max(2_000),
    price: typed.refine((price) => paiseOf(price) !== undefined, itemTexts.priceWrong),
    originalPrice: typed.refine((price) => paiseOf(price) !== undefined, itemTexts.priceWrong),
    parameters: z.array(z.string()),
    tests: z.array(z.string()),
    specimens: typed,
    fasting: z.enum(['tests', 'no', 'yes', 'hours']),
    fastingHours: typed,
    preparation: typed.max(2_000),
    reportHours: typed.refine((hours) => wholeOf(hours, 1, 2_160) !== undefined, itemTexts.reportHoursWrong),
    gender: z.enum(genderRestrictions),
    ageMin: typed.refine((age) => wholeOf(age, 0, 130) !== undefined, itemTexts.ageWrong),
    ageMax: typed.refine((age) => wholeOf(age, 0, 130) !== undefined, itemTexts.ageWrong),
    synonyms: typed,
    conditions: typed,
    isPopular: z.boolean(),
    isTaxExempt: z.boolean(),
    isOffered: z.boolean(),
  })
  .superRefine((form, context) => {
    const refuse = (field: keyof ItemForm, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    const [price, original] = [paiseOf(form.price), paiseOf(form.originalPrice)]
    if (original != null && (price == null || original < price))
      refuse('originalPrice', itemTexts.originalPriceTooLow)
    const [youngest, oldest] = [wholeOf(form.ageMin, 0, 130), wholeOf(form.ageMax, 0, 130)]
    if (youngest != null && oldest != null && youngest > oldest) refuse('ageMax', itemTexts.ageMaxTooLow)
    if (form.fasting === 'hours' && !wholeOf(form.fastingHours, 1, 72))
      refuse('fastingHours', itemTexts.fastingWrong)
    for (const [field, message] of listFaults(form, lists)) refuse(field, message)
  })
export type ItemForm = z.input<typeof itemSchema>
export const itemFields = Object.keys(itemSchema.shape) as (keyof ItemForm)[]

function fastingModeOf({ fasting }: CatalogueItem): FastingMode {
  if (fasting === null) return 'tests'
  if (fasting === 'yes') return 'yes'
  return fasting === 0 ? 'no' : 'hours'
}

/** @param one null: a new one of this kind */
export function toItemForm(one: CatalogueItem | null, kind: ItemKind): ItemForm {
  const mode = one ? fastingModeOf(one) : kind === 'test' ? 'no' : 'tests'
  return {
    code: one?.code ?? '',
    name: one?.name ?? '',
    category: one?.category ?? '',
    description: one?.description ?? '',
    price: typedPaise(one?.price ?? null),
    originalPrice: typedPaise(one?.originalPrice ?? null),
    parameters: one?.parameters ?? [],
    tests: one?.tests ?? [],
    specimens: typedList((one?.specimens ?? []).map(specimenText)),
    // only a package has tests
    fasting: kind === 'test' && mode === 'tests' ? 'no' : mode,
    fastingHours: mode === 'hours' ? String(one?.fasting) : '',
    preparation: one?.preparation ?? '',
    reportHours: typedNumber(one?.reportHours),
    gender: one?.gender ?? 'both',
    ageMin: typedNumber(one?.ageMin),
    ageMax: typedNumber(one?.ageMax),
    synonyms: typedList(one?.synonyms ?? []),
    conditions: typedList(one?.conditions ?? []),
    isPopular: one?.isPopular ?? false,
    isTaxExempt: one?.isTaxExempt ?? true,
    isOffered: one?.isOffered ?? true,
  }
}

/** @param entry `Serum in SST (gold)`, or a specimen alone */
function specimenOf(entry: string): { specimen: string; container: string | null } {
  const [specimen = '', ...container] = entry.split(' in ')
  return { specimen: specimen.trim(), container: textOrNull(container.join(' in ')) }
}

function fastingOf({ fasting, fastingHours }: ItemForm): CatalogueItem['fasting'] {
  if (fasting === 'tests') return null
  if (fasting === 'yes') return 'yes'
  return fasting === 'no' ? 0 : Number(fastingHours)
}

/** @param form valid @param one what it was, with what the form does not have */
export function toItem(form: ItemForm, one: CatalogueItem | null, kind: ItemKind): CatalogueItem {
  const specimens = listOf(form.specimens).map(specimenOf)
  return {
    kind,
    sampleType: one?.sampleType ?? null,
    testsIncluded: one?.testsIncluded ?? null,
    code: form.code,
    name: form.name.trim(),
    category: form.category.trim(),
    description: form.description.trim(),
    price: paiseOf(form.price) ?? null,
    originalPrice: paiseOf(form.originalPrice) ?? null,
    parameters: kind === 'test' ? form.parameters : [],
    tests: kind === 'package' ? form.tests : [],
    // those of a package without own ones follow from its tests
    specimens: specimens.length === 0 && kind === 'package' ? null : specimens,
    fasting: fastingOf(form),
    preparation: textOrNull(form.preparation),
    reportHours: wholeOf(form.reportHours, 1, 2_160) ?? null,
    gender: form.gender,
    ageMin: wholeOf(form.ageMin, 0, 130) ?? null,
    ageMax: wholeOf(form.ageMax, 0, 130) ?? null,
    synonyms: listOf(form.synonyms),
    conditions: listOf(form.conditions),
    isPopular: form.isPopular,
    isTaxExempt: form.isTaxExempt,
    isOffered: form.isOffered,
  }
}

/** @param price paise @param tests prices of its tests @returns how much cheaper than its tests a package is; '' while that is not known */
export function savingsText(price: number | null | undefined, tests: readonly (number | null)[]): string {
  const priced = tests.filter((one) => one !== null)
  if (tests.length === 0) return ''
  if (priced.length < tests.length) return savingsTexts.unpriced(tests.length - priced.length, tests.length)
  if (price == null) return ''
  const saved = priced.reduce((sum, one) => sum + one, 0) - price
  if (saved === 0) return savingsTexts.same(tests.length)
  const amount = rupeesText(Math.abs(saved) / 100)
  return savingsTexts[saved > 0 ? 'saves' : 'more'](amount, tests.length)
}
