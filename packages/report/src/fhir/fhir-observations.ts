import { type Parameter, takesAnyText } from '@jaanch/catalogue/parameters/parameter'
import { digitsOf } from '@jaanch/catalogue/parameters/reading'
import { contradictingUnits, convert, formulaOf, unitOf } from '@jaanch/catalogue/parameters/units'
import { joinedText, meaningOf, wordOfCode } from '../results/words.ts'
import {
  type FhirObservation,
  type FhirReport,
  fhirObservation,
  fhirProblems,
  loincSystem,
  snomedSystem,
  ucumSystem,
} from './api.ts'
import type { Located, Message } from './fhir-message.ts'
import { offScale } from './lab-message.ts'

/** An Observation with its name in error sentences. @property isMember a panel has it */
export type Found = { name: string; observation: FhirObservation }

/**
 * The observations that the report refers to, in its order: panels come before their members. Each Observation of the message must be among
 * them, because a result that nothing refers to would be dropped without a word.
 */
export function observationsOf(message: Message): { observations: Found[] } | { refused: string } {
  const { report, name, find, resources } = message
  const observations: Found[] = []
  const seen = new Set<unknown>()

  function follow(
    references: readonly { reference?: string | undefined }[],
    from: string,
  ): string | undefined {
    for (const [index, { reference }] of references.entries()) {
      const place = `${from}[${index}].reference`
      if (!reference) return `${place} is required.`
      const located = find(reference)
      if (!located) return `${place}: ${reference} is not in the message.`
      if (seen.has(located.resource)) return `${place}: ${reference} comes twice.`
      seen.add(located.resource)
      const problem = take(located, place)
      if (problem) return problem
    }
    return undefined
  }

  function take({ name: called, resource }: Located, place: string): string | undefined {
    if (resource.resourceType !== 'Observation') return `${place} must lead to an Observation.`
    const checked = fhirObservation.safeParse(resource)
    if (!checked.success) return fhirProblems(called, resource, checked.error.issues)
    const observation = checked.data
    const isWithdrawn = observation.status === 'entered-in-error'
    const problem =
      (isWithdrawn ? undefined : problemOfStatus(called, observation.status)) ??
      problemOfSubject(message, called, observation.subject?.reference) ??
      problemOfValues(called, resource)
    if (problem) return problem
    observations.push({ name: called, observation })
    if (observation.hasMember) return follow(observation.hasMember, `${called}.hasMember`)
    if (!isWithdrawn && hasNoValue(observation) && !observation.dataAbsentReason)
      return `${called}.value[x] is required.`
    return undefined
  }

  const refused = follow(report.result, `${name}.result`)
  if (refused !== undefined) return { refused }
  const forgotten = resources.find(
    ({ resource }) => resource.resourceType === 'Observation' && !seen.has(resource),
  )
  if (forgotten)
    return { refused: `${forgotten.name} is not in ${name}.result: name it there, or leave it out.` }
  return { observations }
}

/** The subject of a part of the message must be that of the report. @returns a sentence if it is another one */
export function problemOfSubject(
  { report, name, find }: Message,
  called: string,
  reference: string | undefined,
): string | undefined {
  if (!reference || reference === report.subject.reference) return undefined
  // the same patient may be referred to by a full URL and by a relative one
  const person = find(reference)?.resource
  const isSame = person !== undefined && person === find(report.subject.reference)?.resource
  return isSame ? undefined : `${called}.subject is another than ${name}.subject.`
}

/**
 * Definitions of the statuses: https://hl7.org/fhir/R4/codesystem-diagnostic-report-status.html and
 * https://hl7.org/fhir/R4/codesystem-observation-status.html
 * @returns a sentence if nothing with this status is taken
 */
export function problemOfStatus(
  place: string,
  status: FhirReport['status'] | FhirObservation['status'],
): string | undefined {
  switch (status) {
    case 'final':
    case 'amended':
    case 'corrected':
    case 'appended':
    case 'partial':
      return undefined
    case 'registered':
    case 'preliminary':
      return `${place}.status is ${status}: send it when it is final.`
    case 'cancelled':
    case 'entered-in-error':
      return `${place}.status is ${status}: it can't be released. A correction comes as corrected or amended.`
    case 'unknown':
      return `${place}.status is unknown: it must be final, amended or corrected.`
  }
}

type Value = { value: number | string } | { refused: string }

/** Whether the observation gives a reason for a missing value (the sample was haemolysed): there is no result to report. */
export function hasNoValue(observation: FhirObservation): boolean {
  const { valueQuantity, valueRange, valueCodeableConcept, valueString } = observation
  return [valueQuantity, valueRange, valueCodeableConcept, valueString].every((value) => value === undefined)
}

const knownValues = ['valueQuantity', 'valueRange', 'valueCodeableConcept', 'valueString']

/**
 * Refuses an observation that says more than one value that is understood, because the rest would be dropped: another type of value, a second value, components, or results
 * of somebody else than the subject (`focus`, such as a fetus).
 * @param name in error sentences @param resource as it was sent. @returns a sentence about the first problem
 */
function problemOfValues(name: string, resource: Readonly<Record<string, unknown>>): string | undefined {
  const has = (element: string) => {
    const value = resource[element]
    return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
  }
  const values = Object.keys(resource).filter((key) => /^value[A-Z]/.test(key) && has(key))
  const unknown = values.find((key) => !knownValues.includes(key))
  if (unknown) return `${name}.${unknown} is not understood: send one of ${knownValues.join(', ')}.`
  if (values.length > 1) return `${name} has several values: ${values.join(' and ')}. Send one.`
  if (values.length > 0 && has('dataAbsentReason'))
    return `${name} has a value and a dataAbsentReason, which says that there is none. Send one of them.`
  if (has('component'))
    return `${name}.component is not understood: send each result as an Observation of its own.`
  if (has('focus')) return `${name}.focus is not understood: send the results of the report's subject only.`
  return undefined
}

/** The value of an observation in the catalogue's terms: a number in the parameter's unit, or a text. */
export function valueOfObservation(observation: FhirObservation, parameter: Parameter): Value {
  const flags = codesOf(observation.interpretation)
  if (parameter.decimals === null) return wordOf(observation, parameter, flags)
  const read = numberOf(observation, parameter)
  if ('refused' in read) return read
  const bounded = offScale(read.value, flags)
  return 'refused' in bounded ? { refused: `interpretation: ${bounded.refused}.` } : bounded
}

/** @returns the codes of coded concepts, of any system */
export function codesOf(concepts: FhirObservation['interpretation'] = []): string[] {
  return concepts.flatMap(({ coding = [] }) => coding.flatMap(({ code }) => code ?? []))
}

function numberOf(observation: FhirObservation, parameter: Parameter): Value {
  const { valueQuantity: quantity, valueRange: range } = observation
  const { name, unit } = parameter
  if (quantity) return convertedQuantity('valueQuantity', quantity, parameter)
  if (!range)
    return { refused: `valueQuantity is required: ${name} is a number${unit ? ` in ${unit}` : ''}.` }
  const low = convertedQuantity('valueRange.low', range.low, parameter)
  if ('refused' in low) return low
  const high = convertedQuantity('valueRange.high', range.high, parameter)
  return 'refused' in high
    ? high
    : { value: `${digitsOf(Number(low.value))}-${digitsOf(Number(high.value))}` }
}

type Quantity = NonNullable<FhirObservation['valueQuantity']>

/** The displayed unit of a quantity must not be another one than its code; without a code it is the only unit that is said. */
function problemOfUnit(element: string, { unit, code }: Quantity, parameter: Parameter): string | undefined {
  if (unit === undefined || unit === parameter.unit) return undefined
  const contradiction = contradictingUnits(parameter, [code ?? parameter.ucum ?? '1', unit])
  if (contradiction === undefined) return undefined
  return code === undefined
    ? `${element}.unit must be ${parameter.ucum ?? '1'} for ${parameter.name}, not ${unit}.`
    : `${element}: the code and the unit contradict each other: ${contradiction.join(' and ')}.`
}

/** @param element name in error sentences. @returns the number, or the bound, in the parameter's unit */
function convertedQuantity(element: string, quantity: Quantity, parameter: Parameter): Value {
  const { name, loinc, ucum } = parameter
  const expected = ucum ?? '1'
  if (quantity.value === undefined) return { refused: `${element}.value is required.` }
  if (quantity.code !== undefined && quantity.system !== ucumSystem)
    return { refused: `${element}.system must be ${ucumSystem}.` }
  const { value: number, comparator, code } = quantity
  const problem = problemOfUnit(element, quantity, parameter)
  if (problem !== undefined) return { refused: problem }
  if (!formulaOf(loinc, code === undefined ? undefined : (unitOf(code) ?? code), expected)) {
    return quantity.code === undefined
      ? { refused: `${element}.code is required: the unit in UCUM, here ${expected}.` }
      : { refused: `${element}.code must be ${expected} for ${name}, not ${quantity.code}.` }
  }
  const read = convert(parameter, comparator ? `${comparator}${digitsOf(number)}` : number, code)
  return 'refused' in read ? { refused: `${element}.code: ${read.refused}.` } : read
}

function wordOf(
  { valueCodeableConcept: concept, valueString }: FhirObservation,
  parameter: Parameter,
  flags: readonly string[],
): Value {
  const { name, options } = parameter
  const { text, coding = [] } = concept ?? {}
  const said = [valueString, text, ...coding.flatMap(wordsOfCoding)].filter((word) => word !== undefined)
  if (said.length === 0) return { refused: `valueCodeableConcept is required: ${name} is a word.` }
  if (options === null || takesAnyText(parameter)) return { value: joinedText(said) }
  const meaning = meaningOf(said, options, flags)
  if (meaning === 'none') return { refused: `value[x] of ${name} must be one of: ${options.join(', ')}.` }
  if ('contradiction' in meaning)
    return { refused: `value[x] contradicts itself: ${meaning.contradiction.join(' and ')}.` }
  if ('unknown' in meaning)
    return {
      refused: `value[x] says "${meaning.unknown}" too, which is none of: ${options.join(', ')}.`,
    }
  return { value: meaning.word }
}

type Coding = NonNullable<NonNullable<FhirObservation['valueCodeableConcept']>['coding']>[number]

const codeSystems: Readonly<Record<string, 'snomed' | 'loinc'>> = {
  [snomedSystem]: 'snomed',
  [loincSystem]: 'loinc',
}

function wordsOfCoding({ system = '', code, display }: Coding): (string | undefined)[] {
  const known = codeSystems[system]
  return [display, known && code !== undefined ? wordOfCode(known, code) : undefined]
}
