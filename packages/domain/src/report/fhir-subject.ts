import { type FhirPatient, type FhirReport, fhirPatient } from '@jaanch/contracts/http/fhir'
import { fhirProblems } from '@jaanch/contracts/http/fhir-problems'
import type { Message } from './fhir-message.ts'
import type { Sex } from './parameter.ts'
import type { Subject } from './subject.ts'

type HumanName = NonNullable<FhirPatient['name']>[number]

/** FHIR's AdministrativeGender; `unknown` says nothing that can be compared */
const sexes: Readonly<Record<NonNullable<FhirPatient['gender']>, Sex>> = {
  male: 'male',
  female: 'female',
  other: 'other',
  unknown: null,
}

/** @param subject of the report. A patient who is only referred to is known by `display`, or not at all */
export function readSubject(
  { reference, display }: FhirReport['subject'],
  find: Message['find'],
): Subject | { refused: string } {
  const located = find(reference)
  const fromDisplay = display ? [display] : []
  if (!located) return { names: fromDisplay, birthDate: null, sex: null }
  const patient = fhirPatient.safeParse(located.resource)
  if (!patient.success) return { refused: fhirProblems(located.name, located.resource, patient.error.issues) }
  const { name = [], birthDate = null, gender = 'unknown' } = patient.data
  const names = name.map(nameOf)
  return { names: names.length > 0 ? names : fromDisplay, birthDate, sex: sexes[gender] }
}

/** A prefix or suffix can say that the name is a relative's (`B/O`), so that it belongs to the name also beside its text. */
function nameOf({ text, prefix = [], given = [], family = '', suffix = [] }: HumanName): string {
  if (text === undefined) return [...prefix, ...given, family, ...suffix].join(' ')
  const isMissing = (part: string) => !text.includes(part)
  return [...prefix.filter(isMissing), text, ...suffix.filter(isMissing)].join(' ')
}
