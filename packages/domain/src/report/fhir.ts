import {
  type FhirObservation,
  type FhirReport,
  fhirObservation,
  loincSystem,
  parameterSystem,
} from '@jaanch/contracts/http/fhir'
import { fhirProblems } from '@jaanch/contracts/http/fhir-problems'
import { type Located, type Message, readMessage } from './fhir-message.ts'
import { readSubject, type Subject } from './fhir-subject.ts'
import { hasNoValue, valueOfObservation } from './fhir-value.ts'
import type { Parameter } from './parameter.ts'
import { findParameter, isContradicted } from './parameter-of.ts'
import { readValue } from './reading.ts'
import type { Expected, ReportedValue } from './values.ts'

/** The content of a FHIR message in our terms. */
export type FhirResults = {
  values: ReportedValue[]
  /** The report's conclusion */
  doctorComments: string | null
  /** The message names a person who interpreted the results */
  isReviewed: boolean
  /** Changes a report that was final before */
  isAmended: boolean
  /** When the specimen was taken, if given to the minute: a FHIR dateTime */
  effective: string | null
  subject: Subject
}

/**
 * Reads a laboratory's FHIR R4 message. A message that is not understood completely is refused with a sentence that names the
 * element: a result that is omitted by mistake is worse than a report that is an hour late.
 */
export function readFhir(body: unknown, expected: Expected): FhirResults | { refused: string } {
  const message = readMessage(body)
  if ('refused' in message) return message
  const { report, name } = message
  const problem = problemOfStatus(name, report.status)
  if (problem) return { refused: problem }

  const subject = readSubject(report.subject, message.find)
  if ('refused' in subject) return subject
  const found = observationsOf(message)
  if ('refused' in found) return found
  const values: ReportedValue[] = []
  for (const { name: place, observation } of found.observations) {
    const read = readObservation(observation, expected)
    if ('refused' in read) return { refused: `${place}.${read.refused}` }
    if (values.some(({ code }) => code === read.code))
      return { refused: `${place}.code: ${read.code} comes twice.` }
    values.push(read)
  }
  if (values.length === 0) return { refused: `${name}.result leads to no value.` }
  return {
    values,
    doctorComments: plainText(report.conclusion),
    isReviewed: (report.resultsInterpreter ?? []).length > 0,
    isAmended: report.status !== 'final',
    effective: report.effectiveDateTime?.includes('T') ? report.effectiveDateTime : null,
    subject,
  }
}

/** Removes characters that Postgres cannot store; keeps line breaks. */
function plainText(text = ''): string | null {
  const plain = text.toWellFormed().replace(/[^\P{Cc}\n\t]/gu, ' ')
  return plain.trim() || null
}

/** Definitions of the statuses: https://hl7.org/fhir/R4/codesystem-diagnostic-report-status.html */
function problemOfStatus(
  place: string,
  status: FhirReport['status'] | FhirObservation['status'],
): string | undefined {
  switch (status) {
    case 'final':
    case 'amended':
    case 'corrected':
    case 'appended':
      return undefined
    case 'registered':
    case 'partial':
    case 'preliminary':
      return `${place}.status is ${status}: send it when it is final.`
    case 'cancelled':
    case 'entered-in-error':
      return `${place}.status is ${status}: it can't be released. A correction comes as corrected or amended.`
    case 'unknown':
      return `${place}.status is unknown: it must be final, amended or corrected.`
  }
}

type Found = { name: string; observation: FhirObservation }

/** The observations that the report refers to, in its order, with panels replaced by their members. */
function observationsOf({ report, name, find }: Message): { observations: Found[] } | { refused: string } {
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
    const problem = problemOfStatus(called, observation.status) ?? problemOfSubject(called, observation)
    if (problem) return problem
    if (!hasNoValue(observation)) observations.push({ name: called, observation })
    if (observation.hasMember) return follow(observation.hasMember, `${called}.hasMember`)
    if (hasNoValue(observation) && !observation.dataAbsentReason) return `${called}.value[x] is required.`
    return undefined
  }

  function problemOfSubject(called: string, { subject }: FhirObservation): string | undefined {
    if (!subject?.reference) return undefined
    const same = samePerson(find, subject.reference, report.subject.reference)
    return same ? undefined : `${called}.subject is another than ${name}.subject.`
  }

  const refused = follow(report.result, `${name}.result`)
  return refused === undefined ? { observations } : { refused }
}

/** The same patient may be referred to by a full URL and by a relative one. */
function samePerson(find: Message['find'], one: string, other: string): boolean {
  if (one === other) return true
  const person = find(one)?.resource
  return person !== undefined && person === find(other)?.resource
}

/** @returns the value, or the problem, beginning with the element: `valueQuantity.code must be g/dL …` */
function readObservation(
  observation: FhirObservation,
  expected: Expected,
): ReportedValue | { refused: string } {
  const parameter = parameterOf(observation, expected)
  if ('refused' in parameter) return parameter
  const { code, name } = parameter
  if (expected.ordered.size > 0 && !expected.ordered.has(code))
    return { refused: `code: ${name} (${code}) was not ordered.` }
  const said = valueOfObservation(observation, parameter)
  if ('refused' in said) return said
  const read = readValue(parameter, said.value)
  if ('refused' in read) return { refused: `value[x]: ${read.refused}.` }
  const method = methodOf(observation)
  return { code, value: said.value, ...(method && { method }) }
}

/** How it was measured, in the length that is stored */
function methodOf({ method }: FhirObservation): string | null {
  return plainText(method?.text ?? method?.coding?.[0]?.display)?.slice(0, 100) ?? null
}

/** The parameter that an observation measures, or which code is missing. */
function parameterOf({ code }: FhirObservation, expected: Expected): Parameter | { refused: string } {
  const codings = code.coding ?? []
  const own = codings.find(({ system }) => system === parameterSystem)?.code
  const loincs = codings.flatMap((coding) =>
    coding.system === loincSystem && coding.code ? coding.code : [],
  )
  if (own === undefined && loincs.length === 0)
    return { refused: `code.coding must have a code of the system ${loincSystem}.` }
  const found = findParameter({ own, loincs }, expected)
  if (!('several' in found)) {
    if (!isContradicted(found, own, loincs)) return found
    return { refused: `code.coding: ${own} has the LOINC code ${found.loinc}, not ${loincs.join(', ')}.` }
  }
  if (own !== undefined) return { refused: `code.coding: no parameter is called ${own}.` }
  if (found.several.length === 0)
    return { refused: `code.coding: LOINC ${loincs.join(', ')} is not in the catalogue.` }
  const codes = found.several.map((each) => each.code).join(' or ')
  return {
    refused: `code.coding: LOINC ${loincs.join(', ')} can be ${codes}: say which with the system ${parameterSystem}.`,
  }
}
