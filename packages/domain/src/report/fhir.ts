import {
  type FhirObservation,
  type FhirReport,
  fhirObservation,
  loincSystem,
  parameterSystem,
} from '@jaanch/contracts/http/fhir'
import { fhirProblems } from '@jaanch/contracts/http/fhir-problems'
import { type Located, type Message, readMessage } from './fhir-message.ts'
import { readSubject } from './fhir-subject.ts'
import { codesOf, hasNoValue, valueOfObservation } from './fhir-value.ts'
import { flagOfCodes, type LabMessage, type MessageValue } from './lab-message.ts'
import type { Parameter } from './parameter.ts'
import { findParameter, isContradicted } from './parameter-of.ts'
import { readValue } from './reading.ts'
import type { Expected } from './values.ts'

/**
 * Reads a laboratory's FHIR R4 message. A message that is not understood completely is refused with a sentence that names the
 * element: a result that is omitted by mistake is worse than a report that is an hour late.
 *
 * Corrections: an Observation with status `amended` or `corrected` is one. If no Observation of a report says so and the report itself is
 * `amended` or `corrected`, all its Observations are, because the report does not say which of them changed. What `appended` adds is new.
 */
export function readFhir(body: unknown, expected: Expected): LabMessage | { refused: string } {
  const message = readMessage(body)
  if ('refused' in message) return message
  const { report, name } = message
  const problem = problemOfStatus(name, report.status)
  if (problem) return { refused: problem }

  const subject = readSubject(report.subject, message.find)
  if ('refused' in subject) return subject
  const found = observationsOf(message)
  if ('refused' in found) return found
  const results = readObservations(found.observations, report, expected)
  if ('refused' in results) return results
  const { values, withdrawn } = results
  if (values.length === 0 && withdrawn.length === 0) return { refused: `${name}.result leads to no value.` }
  return {
    values,
    withdrawn,
    isPartial: report.status === 'partial',
    attachment: null,
    doctorComments: plainText(report.conclusion),
    isReviewed: (report.resultsInterpreter ?? []).length > 0,
    effective: report.effectiveDateTime?.includes('T') ? report.effectiveDateTime : null,
    subject,
  }
}

/** Removes characters that Postgres cannot store; keeps line breaks. */
function plainText(text = ''): string | null {
  const plain = text.toWellFormed().replace(/[^\P{Cc}\n\t]/gu, ' ')
  return plain.trim() || null
}

/**
 * Definitions of the statuses: https://hl7.org/fhir/R4/codesystem-diagnostic-report-status.html and
 * https://hl7.org/fhir/R4/codesystem-observation-status.html
 */
function problemOfStatus(
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

type Found = { name: string; observation: FhirObservation }

/** @returns the values, and the codes of the results that are taken back, each in the order of the message */
function readObservations(
  observations: readonly Found[],
  report: FhirReport,
  expected: Expected,
): Pick<LabMessage, 'values' | 'withdrawn'> | { refused: string } {
  const values: MessageValue[] = []
  const withdrawn: string[] = []
  const namesCorrections = observations.some(({ observation }) => isCorrected(observation))
  for (const { name, observation } of observations) {
    const parameter = orderedParameterOf(observation, expected)
    if ('refused' in parameter) return { refused: `${name}.${parameter.refused}` }
    const { code } = parameter
    if (values.some((value) => value.code === code) || withdrawn.includes(code))
      return { refused: `${name}.code: ${code} comes twice.` }
    if (observation.status === 'entered-in-error') {
      withdrawn.push(code)
      continue
    }
    const read = readObservation(observation, parameter)
    if ('refused' in read) return { refused: `${name}.${read.refused}` }
    values.push({ ...read, isCorrection: isCorrected(namesCorrections ? observation : report) })
  }
  return { values, withdrawn }
}

function isCorrected({ status }: Pick<FhirReport | FhirObservation, 'status'>): boolean {
  return status === 'amended' || status === 'corrected'
}

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
    const isWithdrawn = observation.status === 'entered-in-error'
    const problem =
      (isWithdrawn ? undefined : problemOfStatus(called, observation.status)) ??
      problemOfSubject(called, observation)
    if (problem) return problem
    if (isWithdrawn || !hasNoValue(observation)) observations.push({ name: called, observation })
    if (observation.hasMember) return follow(observation.hasMember, `${called}.hasMember`)
    if (isWithdrawn) return undefined
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

function orderedParameterOf(
  observation: FhirObservation,
  expected: Expected,
): Parameter | { refused: string } {
  const parameter = parameterOf(observation, expected)
  if ('refused' in parameter) return parameter
  const { code, name } = parameter
  if (expected.ordered.size > 0 && !expected.ordered.has(code))
    return { refused: `code: ${name} (${code}) was not ordered.` }
  return parameter
}

/** @returns the value, or the problem, beginning with the element: `valueQuantity.code must be g/dL …` */
function readObservation(
  observation: FhirObservation,
  parameter: Parameter,
): Omit<MessageValue, 'isCorrection'> | { refused: string } {
  const { code } = parameter
  const said = valueOfObservation(observation, parameter)
  if ('refused' in said) return said
  const read = readValue(parameter, said.value)
  if ('refused' in read) return { refused: `value[x]: ${read.refused}.` }
  const method = methodOf(observation)
  const flag = flagOfCodes(codesOf(observation.interpretation))
  return { code, value: said.value, ...(method && { method }), flag }
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
