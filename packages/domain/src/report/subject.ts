import type { Sex } from './parameter.ts'

/** Whom a report is about, as far as the message says it. */
export type Subject = {
  names: readonly string[]
  /** A FHIR date: a year, a month or a day; null if it is not given */
  birthDate: string | null
  /** null: not given, or nothing that can be compared */
  sex: Sex
}

/** The patient of a booking. */
type BookedPatient = { name: string; dateOfBirth: string | null; sex: Sex }

/**
 * Compares what both have: a message without a patient differs from nobody.
 * @returns a sentence about what differs from the booking, which contains neither of the two; undefined if nothing does
 */
export function differenceOf(
  { names, birthDate, sex }: Subject,
  { name, dateOfBirth, sex: bookedSex }: BookedPatient,
): string | undefined {
  const said = names.filter((each) => partsOf(each).length > 0)
  const hasOtherName = said.length > 0 && !said.some((each) => isSameName(each, name))
  const hasOtherBirthDate = birthDate !== null && dateOfBirth !== null && !dateOfBirth.startsWith(birthDate)
  const hasOtherSex = sex !== null && bookedSex !== null && sex !== bookedSex
  const differing = [
    hasOtherName ? 'name' : '',
    hasOtherBirthDate ? 'birth date' : '',
    hasOtherSex ? 'sex' : '',
  ].filter(Boolean)
  if (differing.length === 0) return undefined
  const listed = differing.join(', ').replace(/, (?=[^,]*$)/, ' and ')
  return `The report's ${listed} ${differing.length > 1 ? 'differ' : 'differs'} from the booking's patient.`
}

/**
 * Case, diacritics and the order of the parts do not matter, an initial stands for its name, and one of the two may have more parts:
 * `RAO, Ásha K.` is `Asha Kumari Rao`. At least one part must be the same in full.
 */
function isSameName(one: string, other: string): boolean {
  const [shorter, longer] = [partsOf(one), partsOf(other)].toSorted((a, b) => a.length - b.length) as [
    string[],
    string[],
  ]
  const isIn = (part: string) =>
    longer.some((each) => each === part || ((part.length === 1 || each.length === 1) && each[0] === part[0]))
  return shorter.every(isIn) && shorter.some((part) => longer.includes(part))
}

const titles = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'smt', 'shri', 'sri', 'kum'])

function partsOf(name: string): string[] {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
  return (plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter((part) => !titles.has(part))
}
