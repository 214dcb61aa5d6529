import { sameWord } from '@jaanch/catalogue/parameters/reading'
import type { ResultView } from '../../results/api.ts'
import { snomedWords } from '../../results/words.ts'
import { loincSystem, parameterSystem, snomedSystem, ucumSystem } from '../api.ts'
import { type Coding, interpretationsOf, laboratoryCategory, metaOf } from './codes.ts'

/** Values that all Observations of a report share. References are complete: `urn:uuid:…` */
export type Context = {
  subject: { reference: string; display: string }
  performer: { reference: string; display: string }
  /** When the specimen was collected, ISO 8601; null: not recorded */
  collectedAt: string | null
  /** ISO 8601 */
  releasedAt: string
}

type Named = Pick<ResultView, 'code' | 'name' | 'loinc'>

/** A result as an Observation. Numbers are in the catalogue's unit, or in the foreign one in which they were stored. */
export function observationOf(id: string, result: ResultView, context: Context) {
  const isNumber = result.decimals !== null
  return {
    ...common(id, result, context),
    ...valueIn(result),
    ...listOf('interpretation', interpretationsOf(result.flag, isNumber ? null : result.text)),
    ...listOf('note', notesOf(result)),
    ...(result.method && { method: { text: result.method } }),
    ...listOf('referenceRange', rangesOf(result)),
  }
}

/** A parameter that was ordered and is not in the report: its Observation says that there is no value. */
export function missingObservation(id: string, parameter: Named, context: Context) {
  return {
    ...common(id, parameter, context),
    dataAbsentReason: {
      coding: [
        {
          system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason',
          code: 'unknown',
          display: 'Unknown',
        },
      ],
      text: 'Not reported',
    },
  }
}

function common(id: string, { code, name, loinc }: Named, context: Context) {
  const ofLoinc: Coding[] = loinc === null ? [] : [{ system: loincSystem, code: loinc }]
  const { subject, performer, collectedAt, releasedAt } = context
  return {
    resourceType: 'Observation',
    id,
    meta: metaOf('Observation'),
    status: 'final',
    category: [{ coding: [laboratoryCategory] }],
    code: { coding: [...ofLoinc, { system: parameterSystem, code, display: name }], text: name },
    subject,
    ...(collectedAt && { effectiveDateTime: collectedAt }),
    issued: releasedAt,
    performer: [performer],
  }
}

function listOf<Name extends string, One>(name: Name, list: One[]) {
  return list.length > 0 ? { [name]: list } : {}
}

const comparators: Readonly<Record<string, string>> = { '<': '<', '>': '>', '≤': '<=', '≥': '>=' }

function valueIn(result: ResultView) {
  const { text, from, to, decimals } = result
  if (decimals === null) return wordOf(result)
  const unit = unitOf(result)
  const comparator = comparators[text.charAt(0)]
  if (comparator !== undefined) {
    return { valueQuantity: { value: Number(text.slice(1)), comparator, ...unit } }
  }
  if (from === to) return { valueQuantity: { value: from, ...unit } }
  return { valueRange: { low: { value: from, ...unit }, high: { value: to, ...unit } } }
}

/** A unit that can't be converted stands as the laboratory wrote it: it is no code. */
function unitOf({ unit, ucum, foreignUnit }: ResultView) {
  if (foreignUnit !== null) return { unit: foreignUnit }
  return { ...(unit && { unit }), system: ucumSystem, code: ucum ?? '1' }
}

function wordOf({ text, interval }: ResultView) {
  const known = Object.entries(snomedWords).find(([, word]) => sameWord(word, text))
  if (known) {
    const [code, display] = known
    return { valueCodeableConcept: { coding: [{ system: snomedSystem, code, display }], text } }
  }
  return interval === '' ? { valueString: text } : { valueCodeableConcept: { text } }
}

/** Notes about a result in our own messages. */
export const ownNotes = {
  foreignUnit: 'The unit is not that of the parameter and was not converted.',
  widest: 'The sex of the patient is not recorded: the reference interval spans both.',
  otherAges: 'There is no reference interval for this age.',
} as const

function notesOf({ foreignUnit, isWidest, isForOtherAges }: ResultView) {
  return [
    foreignUnit === null ? '' : ownNotes.foreignUnit,
    isWidest ? ownNotes.widest : '',
    isForOtherAges ? ownNotes.otherAges : '',
  ]
    .filter(Boolean)
    .map((text) => ({ text }))
}

/** FHIR R4's code system referencerange-meaning */
const normalRange = {
  coding: [
    {
      system: 'http://terminology.hl7.org/CodeSystem/referencerange-meaning',
      code: 'normal',
      display: 'Normal Range',
    },
  ],
}

function rangesOf(result: ResultView) {
  const { interval, bounds } = result
  if (interval === '') return []
  const quantity = (value: number | null | undefined) =>
    value === null || value === undefined ? undefined : { value, ...unitOf(result) }
  const [low, high] = [quantity(bounds?.low), quantity(bounds?.high)]
  return [{ ...(low && { low }), ...(high && { high }), type: normalRange, text: interval }]
}
