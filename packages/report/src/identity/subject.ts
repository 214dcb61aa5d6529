import type { Sex } from '@jaanch/catalogue/parameters/parameter'
import { haveSameMarks, isBlankName, isSameName } from './person-name.ts'

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
  const said = names.filter((each) => !isBlankName(each))
  // one of several names may be an earlier one, but a newborn is no other person's second name
  const isNamed =
    said.some((each) => isSameName(each, name)) && said.every((each) => haveSameMarks(each, name))
  const hasOtherName = said.length > 0 && !isNamed
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
