import type { Parameter, Sex } from '@jaanch/catalogue/parameters/parameter'
import { readValue } from '@jaanch/catalogue/parameters/reading'
import type { Subject } from '../identity/subject.ts'
import { commentsOf, type Notes, plainText } from '../page/comments.ts'
import { type Expected, findParameter, isContradicted } from '../results/values.ts'
import {
  type FhirObservation,
  type FhirPatient,
  type FhirReport,
  fhirPatient,
  fhirProblems,
  fhirSpecimen,
  loincSystem,
  parameterSystem,
} from './api.ts'
import { type Message, readMessage } from './fhir-message.ts'
import {
  codesOf,
  type Found,
  hasNoValue,
  observationsOf,
  problemOfStatus,
  problemOfSubject,
  valueOfObservation,
} from './fhir-observations.ts'
import { flagOf, type LabMessage, type MessageValue, readDocument } from './lab-message.ts'

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
  const { values, withdrawn, notes } = results
  if (values.length === 0 && withdrawn.length === 0) return { refused: `${name}.result leads to no value.` }
  const comments = commentsOf(report, notes)
  if ('refused' in comments) return comments
  const collected = collectedAtOf(message, found.observations)
  if ('refused' in collected) return collected
  const attached = attachmentOf(report, name)
  if ('refused' in attached) return attached
  return {
    values,
    withdrawn,
    isPartial: report.status === 'partial',
    isReviewed: (report.resultsInterpreter ?? []).length > 0,
    subject,
    ...comments,
    ...collected,
    ...attached,
  }
}

/** The report's PDF, if it is in the message: presentedForm. Other forms of the report, and addresses of documents, are not taken. */
function attachmentOf(
  { presentedForm = [] }: FhirReport,
  name: string,
): Pick<LabMessage, 'attachment'> | { refused: string } {
  const place = `${name}.presentedForm`
  const documents = presentedForm.flatMap(({ contentType, data }) =>
    contentType === 'application/pdf' && data ? data : [],
  )
  const [data, another] = documents
  if (another !== undefined) return { refused: `${place} has several documents. Send one.` }
  if (data === undefined) return { attachment: null }
  const attachment = readDocument(data)
  return 'refused' in attachment ? { refused: `${place}: ${attachment.refused}` } : { attachment }
}

type Read = Pick<LabMessage, 'values' | 'withdrawn'> & { notes: Notes[] }

/** @returns the values, the codes of the results that are taken back, and the notes, each in the order of the message */
function readObservations(
  observations: readonly Found[],
  report: FhirReport,
  expected: Expected,
): Read | { refused: string } {
  const values: MessageValue[] = []
  const withdrawn: string[] = []
  const notes: Notes[] = []
  const withResult = observations.filter(({ observation }) => hasResult(observation))
  const namesCorrections = withResult.some(({ observation }) => isCorrected(observation))
  for (const { name, observation } of observations) {
    const parameter = orderedParameterOf(observation, expected)
    const texts = (observation.note ?? []).map(({ text }) => text)
    notes.push({ code: 'refused' in parameter ? null : parameter.code, texts })
    if (!hasResult(observation)) continue
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
  return { values, withdrawn, notes }
}

/** A panel has none, and neither has an observation whose value is missing. */
function hasResult(observation: FhirObservation): boolean {
  if (observation.status === 'entered-in-error') return !observation.hasMember
  return !hasNoValue(observation)
}

function isCorrected({ status }: Pick<FhirReport | FhirObservation, 'status'>): boolean {
  return status === 'amended' || status === 'corrected'
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
  const words = (observation.interpretation ?? []).map(({ text = '' }) => text)
  const flag = flagOf([...codesOf(observation.interpretation), ...words])
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

/**
 * When the specimen was collected: as the report says it, else its specimens, else its observations; of several times the first one.
 * @returns a FHIR dateTime that is exact to the minute; null: the message says none
 */
function collectedAtOf(
  message: Message,
  observations: readonly Found[],
): { effective: string | null } | { refused: string } {
  const { report, find } = message
  const references = [
    ...(report.specimen ?? []),
    ...observations.flatMap(({ observation }) => observation.specimen ?? []),
  ]
  const specimens: (string | undefined)[] = []
  for (const { reference = '' } of references) {
    const located = find(reference)
    if (!located) continue
    const { name, resource } = located
    const specimen = fhirSpecimen.safeParse(resource)
    if (!specimen.success) return { refused: fhirProblems(name, resource, specimen.error.issues) }
    const { subject, collection } = specimen.data
    const problem = problemOfSubject(message, name, subject?.reference)
    if (problem) return { refused: problem }
    specimens.push(collection?.collectedDateTime ?? collection?.collectedPeriod?.start)
  }
  const effective =
    firstInstant([report.effectiveDateTime ?? report.effectivePeriod?.start]) ??
    firstInstant(specimens) ??
    firstInstant(observations.map(({ observation }) => observation.effectiveDateTime))
  return { effective: effective ?? null }
}

/** A date alone is no instant. */
function firstInstant(times: readonly (string | undefined)[]): string | undefined {
  return times
    .filter((time) => time?.includes('T'))
    .toSorted((one = '', other = '') => Date.parse(one) - Date.parse(other))[0]
}

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
