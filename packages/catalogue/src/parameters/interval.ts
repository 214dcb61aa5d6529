import { ageInMonths } from '@jaanch/contracts/calendar'
import type { Parameter, Sex } from './parameter.ts'

/** From the eighteenth birthday on, in completed months: the catalogue's own intervals are for adults */
export const adultMonths = 18 * 12

/**
 * The person whom a result is about, on the day of the collection.
 * @property ageMonths completed months; `adult`: the date of birth is not known, but it is an adult; null: nothing is known
 */
export type Who = { sex: Sex; ageMonths: number | 'adult' | null }

/** Relationships of family members who are adults also without a date of birth; profiles and the wizard have lists of their own. */
const adultRelationships = new Set(['Father', 'Mother', 'Spouse', 'spouse', 'parent'])

/**
 * @param relationship of a family member; null: the account's owner, who is an adult
 * @param on IST date of the collection
 */
export function whoIs(
  { sex, dateOfBirth, relationship }: { sex: Sex; dateOfBirth: string | null; relationship: string | null },
  on: string,
): Who {
  if (dateOfBirth !== null) {
    const months = ageInMonths(dateOfBirth, on)
    // one of the two dates is wrong: nothing is known. A newborn's may differ by days
    return { sex, ageMonths: months < -1 ? null : Math.max(0, months) }
  }
  const isAdult = relationship === null || adultRelationships.has(relationship)
  return { sex, ageMonths: isAdult ? 'adult' : null }
}

/** The expected results of a parameter in some people: numbers within both bounds (null: open), or a text. */
export type ReferenceInterval = {
  id: string
  code: string
  /** null: both */
  sex: 'male' | 'female' | null
  /** Completed months of age, `from` included, `to` excluded; null: open */
  ageFrom: number
  ageTo: number | null
  /** null: any method */
  method: string | null
  /** null: of the catalogue */
  labPartnerId: string | null
  low: number | null
  high: number | null
  /** The expected text of a parameter whose results are texts */
  expected: string | null
  /** IST dates, `to` excluded; null: open */
  validFrom: string
  validTo: string | null
  /** The publication that has it */
  source: string
}

/** The interval by which a result was judged: stored with the result, so that it stays as it was. */
export type AppliedInterval = {
  /** null: the catalogue's own for adults */
  id: string | null
  low: number | null
  high: number | null
  source: string
  method: string | null
  isOfLab: boolean
}

/** @property on IST date @property method null: not known */
export type Circumstances = { on: string; labPartnerId: string | null; method: string | null }

/**
 * The one interval for a person of one sex: the lab's own before the catalogue's, then one of the method, then one of the sex.
 * `overlaps` keeps two of the same rank from matching.
 * @param intervals active ones, of the parameter
 * @returns undefined: there is none for this age
 */
export function selectInterval(
  parameter: Pick<Parameter, 'code' | 'male' | 'female'>,
  intervals: readonly ReferenceInterval[],
  sex: 'male' | 'female',
  ageMonths: Who['ageMonths'],
  circumstances: Circumstances,
): AppliedInterval | undefined {
  const best = bestRow(parameter.code, intervals, sex, ageMonths, circumstances)
  if (best) {
    const { id, low, high, source } = best
    return { id, low, high, source, method: best.method, isOfLab: best.labPartnerId !== null }
  }
  return intervals.some(({ code, labPartnerId: lab }) => code === parameter.code && lab === null)
    ? undefined
    : ofCatalogue(parameter, sex, ageMonths)
}

/**
 * The expected text for a person: that of the row that applies, otherwise the catalogue's. If it differs between the sexes and the person's
 * is not known, the catalogue's.
 * @returns null: none is expected (a blood group)
 */
export function expectedText(
  { code, normal }: Pick<Parameter, 'code' | 'normal'>,
  { sex, ageMonths }: Who,
  intervals: readonly ReferenceInterval[],
  circumstances: Circumstances,
): string | null {
  const sexes = sex === 'male' || sex === 'female' ? [sex] : (['male', 'female'] as const)
  const texts = new Set(
    sexes.map((of) => bestRow(code, intervals, of, ageMonths, circumstances)?.expected ?? normal),
  )
  const [text = normal] = texts
  return texts.size === 1 ? text : normal
}

function bestRow(
  code: string,
  intervals: readonly ReferenceInterval[],
  sex: 'male' | 'female',
  ageMonths: Who['ageMonths'],
  { on, labPartnerId, method }: Circumstances,
): ReferenceInterval | undefined {
  return intervals
    .filter(
      (one) =>
        one.code === code &&
        (one.sex === null || one.sex === sex) &&
        (one.labPartnerId === null || one.labPartnerId === labPartnerId) &&
        (one.method === null || (method !== null && isSameMethod(one.method, method))) &&
        one.validFrom <= on &&
        (one.validTo === null || on < one.validTo) &&
        includesAge(one, ageMonths),
    )
    .sort((a, b) => rankOf(b) - rankOf(a))[0]
}

/** Without rows for a parameter, the catalogue's two intervals are those of adults. */
function ofCatalogue(
  parameter: Pick<Parameter, 'male' | 'female'>,
  sex: 'male' | 'female',
  ageMonths: Who['ageMonths'],
): AppliedInterval | undefined {
  const interval = parameter[sex]
  const isAdult = ageMonths === 'adult' || (ageMonths !== null && ageMonths >= adultMonths)
  if (interval === null || !isAdult) return undefined
  return { id: null, ...interval, source: 'Catalogue, adults', method: null, isOfLab: false }
}

function rankOf({ labPartnerId, method, sex }: ReferenceInterval): number {
  return (labPartnerId === null ? 0 : 4) + (method === null ? 0 : 2) + (sex === null ? 0 : 1)
}

/** Adults of unknown age are judged by what is valid for all of 18 to 60; others of unknown age by what is valid at every age. */
function includesAge({ ageFrom, ageTo }: ReferenceInterval, ageMonths: Who['ageMonths']): boolean {
  if (ageMonths === null) return ageFrom === 0 && ageTo === null
  if (ageMonths === 'adult') return ageFrom <= adultMonths && (ageTo === null || ageTo >= 60 * 12)
  return ageFrom <= ageMonths && (ageTo === null || ageMonths < ageTo)
}

/** Whether two intervals of the same rank could both match one result. */
export function overlaps(a: ReferenceInterval, b: ReferenceInterval): boolean {
  return (
    a.code === b.code &&
    a.sex === b.sex &&
    a.labPartnerId === b.labPartnerId &&
    (a.method === null || b.method === null ? a.method === b.method : isSameMethod(a.method, b.method)) &&
    (a.ageTo === null || b.ageFrom < a.ageTo) &&
    (b.ageTo === null || a.ageFrom < b.ageTo) &&
    (a.validTo === null || b.validFrom < a.validTo) &&
    (b.validTo === null || a.validFrom < b.validTo)
  )
}

/** Names of methods are what laboratories typed: case and spaces say nothing. `HPLC` is `hplc `, and `Jaffe kinetic` is `JaffeKinetic`. */
export function isSameMethod(one: string, other: string): boolean {
  return fold(one) === fold(other)
}

function fold(method: string): string {
  return method.normalize('NFKC').toLowerCase().replaceAll(/\s/gu, '')
}
