import { type Parameter, takesAnyText } from '@jaanch/catalogue/parameters/parameter'
import { digitsOf } from '@jaanch/catalogue/parameters/reading'
import { contradictingUnits, convert, formulaOf, unitOf } from '@jaanch/catalogue/parameters/units'
import { joinedText, meaningOf, wordOfCode } from '../results/words.ts'
import {
  type FhirObservation,
  type FhirReport,
  fhirObservation,
  loincSystem,
  snomedSystem,
  ucumSystem,
} from './api.ts'
import { type Located, type Message, parsed, refuse } from './fhir-message.ts'
import { offScale } from './lab-message.ts'

/** An Observation with its name in error sentences. */
export type Found = { name: string; observation: FhirObservation }

/**
 * The observations that the report refers to, in its order: panels come before their members. Each Observation of the message must be among
 * them, because a result that nothing refers to would be dropped without a word.
 * @throws AppError invalid
 */
export function observationsOf(message: Message): Found[] {
  const { report, name, find, resources } = message
  const observations: Found[] = []
  const seen = new Set<unknown>()

  function follow(references: readonly { reference?: string | undefined }[], from: string): void {
    for (const [index, { reference }] of references.entries()) {
      const place = `${from}[${index}].reference`
      if (!reference) refuse(`${place} is required.`)
      const located = find(reference)
      if (!located) refuse(`${place}: ${reference} is not in the message.`)
      if (seen.has(located.resource)) refuse(`${place}: ${reference} comes twice.`)
      seen.add(located.resource)
      take(located, place)
    }
  }

  function take({ name: called, resource }: Located, place: string): void {
    if (resource.resourceType !== 'Observation') refuse(`${place} must lead to an Observation.`)
    const observation = parsed(fhirObservation, called, resource)
    const isWithdrawn = observation.status === 'entered-in-error'
    if (!isWithdrawn) checkStatus(called, observation.status)
    checkSubject(message, called, observation.subject?.reference)
    checkValues(called, resource)
    observations.push({ name: called, observation })
    if (observation.hasMember) follow(observation.hasMember, `${called}.hasMember`)
    else if (!isWithdrawn && hasNoValue(observation) && !observation.dataAbsentReason)
      refuse(`${called}.value[x] is required.`)
  }

  follow(report.result, `${name}.result`)
  const forgotten = resources.find(
    ({ resource }) => resource.resourceType === 'Observation' && !seen.has(resource),
  )
  if (forgotten) refuse(`${forgotten.name} is not in ${name}.result: name it there, or leave it out.`)
  return observations
}

/** The subject of a part of the message must be that of the report. @throws AppError invalid */
export function checkSubject(
  { report, name, find }: Message,
  called: string,
  reference: string | undefined,
): void {
  if (!reference || reference === report.subject.reference) return
  // the same patient may be referred to by a full URL and by a relative one
  const person = find(reference)?.resource
  if (person === undefined || person !== find(report.subject.reference)?.resource)
    refuse(`${called}.subject is another than ${name}.subject.`)
}

type Status = FhirReport['status'] | FhirObservation['status']

const tooEarly = 'send it when it is final.'
const withdrawn = "it can't be released. A correction comes as corrected or amended."

/**
 * Why nothing with a status is taken; null: it is. Definitions: https://hl7.org/fhir/R4/codesystem-diagnostic-report-status.html and
 * https://hl7.org/fhir/R4/codesystem-observation-status.html
 */
const statusProblems: Readonly<Record<Status, string | null>> = {
  final: null,
  amended: null,
  corrected: null,
  appended: null,
  partial: null,
  registered: tooEarly,
  preliminary: tooEarly,
  cancelled: withdrawn,
  'entered-in-error': withdrawn,
  unknown: 'it must be final, amended or corrected.',
}

/** @throws AppError invalid if nothing with this status is taken */
export function checkStatus(place: string, status: Status): void {
  const problem = statusProblems[status]
  if (problem !== null) refuse(`${place}.status is ${status}: ${problem}`)
}

const knownValues = ['valueQuantity', 'valueRange', 'valueCodeableConcept', 'valueString'] as const

/** Whether an observation has no result to report: a panel, or one whose value is missing for a reason (the sample was haemolysed). */
export function hasNoValue(observation: FhirObservation): boolean {
  return knownValues.every((element) => observation[element] === undefined)
}

/**
 * Refuses an observation that says more than one value that is understood, because the rest would be dropped: another type of value, a
 * second value, components, or results of somebody else than the subject (`focus`, such as a fetus).
 * @param name in error sentences @param resource as it was sent. @throws AppError invalid
 */
function checkValues(name: string, resource: Readonly<Record<string, unknown>>): void {
  const has = (element: string) => {
    const value = resource[element]
    return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
  }
  const values = Object.keys(resource).filter((key) => /^value[A-Z]/.test(key) && has(key))
  const unknown = values.find((key) => !knownValues.some((known) => known === key))
  if (unknown) refuse(`${name}.${unknown} is not understood: send one of ${knownValues.join(', ')}.`)
  if (values.length > 1) refuse(`${name} has several values: ${values.join(' and ')}. Send one.`)
  if (values.length > 0 && has('dataAbsentReason'))
    refuse(`${name} has a value and a dataAbsentReason, which says that there is none. Send one of them.`)
  if (has('component'))
    refuse(`${name}.component is not understood: send each result as an Observation of its own.`)
  if (has('focus')) refuse(`${name}.focus is not understood: send the results of the report's subject only.`)
}

/** The value of an observation in the catalogue's terms: a number in the parameter's unit, or a text. @throws AppError invalid */
export function valueOfObservation({ name, observation }: Found, parameter: Parameter): number | string {
  const flags = codesOf(observation.interpretation)
  if (parameter.decimals === null) return wordOf(name, observation, parameter, flags)
  const bounded = offScale(numberOf(name, observation, parameter), flags)
  return 'refused' in bounded ? refuse(`${name}.interpretation: ${bounded.refused}.`) : bounded.value
}

/** @returns the codes of coded concepts, of any system */
export function codesOf(concepts: FhirObservation['interpretation'] = []): string[] {
  return concepts.flatMap(({ coding = [] }) => coding.flatMap(({ code }) => code ?? []))
}

function numberOf(
  name: string,
  { valueQuantity: quantity, valueRange: range }: FhirObservation,
  parameter: Parameter,
): number | string {
  if (quantity) return convertedQuantity(`${name}.valueQuantity`, quantity, parameter)
  const of = parameter.unit ? ` in ${parameter.unit}` : ''
  if (!range) refuse(`${name}.valueQuantity is required: ${parameter.name} is a number${of}.`)
  const [low, high] = (['low', 'high'] as const).map((end) =>
    digitsOf(Number(convertedQuantity(`${name}.valueRange.${end}`, range[end], parameter))),
  )
  return `${low}-${high}`
}

type Quantity = NonNullable<FhirObservation['valueQuantity']>

/** The displayed unit of a quantity must not be another one than its code; without a code it is the only unit that is said. */
function checkUnit(element: string, { unit, code }: Quantity, parameter: Parameter): void {
  if (unit === undefined || unit === parameter.unit) return
  const contradiction = contradictingUnits(parameter, [code ?? parameter.ucum ?? '1', unit])
  if (contradiction === undefined) return
  refuse(
    code === undefined
      ? `${element}.unit must be ${parameter.ucum ?? '1'} for ${parameter.name}, not ${unit}.`
      : `${element}: the code and the unit contradict each other: ${contradiction.join(' and ')}.`,
  )
}

/** @param element name in error sentences. @returns the number, or the bound, in the parameter's unit */
function convertedQuantity(element: string, quantity: Quantity, parameter: Parameter): number | string {
  const { name, loinc, ucum } = parameter
  const { value, comparator, code, system } = quantity
  const expected = ucum ?? '1'
  if (value === undefined) refuse(`${element}.value is required.`)
  if (code !== undefined && system !== ucumSystem) refuse(`${element}.system must be ${ucumSystem}.`)
  checkUnit(element, quantity, parameter)
  if (!formulaOf(loinc, code === undefined ? undefined : (unitOf(code) ?? code), expected))
    refuse(
      code === undefined
        ? `${element}.code is required: the unit in UCUM, here ${expected}.`
        : `${element}.code must be ${expected} for ${name}, not ${code}.`,
    )
  const read = convert(parameter, comparator ? `${comparator}${digitsOf(value)}` : value, code)
  return 'refused' in read ? refuse(`${element}.code: ${read.refused}.`) : read.value
}

function wordOf(
  place: string,
  { valueCodeableConcept: concept, valueString }: FhirObservation,
  parameter: Parameter,
  flags: readonly string[],
): string {
  const { name, options } = parameter
  const { text, coding = [] } = concept ?? {}
  const said = [valueString, text, ...coding.flatMap(wordsOfCoding)].filter((word) => word !== undefined)
  if (said.length === 0) refuse(`${place}.valueCodeableConcept is required: ${name} is a word.`)
  if (options === null || takesAnyText(parameter)) return joinedText(said)
  const meaning = meaningOf(said, options, flags)
  if (meaning === 'none') refuse(`${place}.value[x] of ${name} must be one of: ${options.join(', ')}.`)
  if ('contradiction' in meaning)
    refuse(`${place}.value[x] contradicts itself: ${meaning.contradiction.join(' and ')}.`)
  if ('unknown' in meaning)
    refuse(`${place}.value[x] says "${meaning.unknown}" too, which is none of: ${options.join(', ')}.`)
  return meaning.word
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
