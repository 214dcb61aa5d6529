import type { Parameter, Sex } from '@jaanch/catalogue/parameters/parameter'
import { readValue } from '@jaanch/catalogue/parameters/reading'
import type { Subject } from '../identity/subject.ts'
import { type Expected, findParameter, isContradicted } from '../results/values.ts'
import {
  type FhirObservation,
  type FhirPatient,
  type FhirReport,
  fhirPatient,
  fhirSpecimen,
  loincSystem,
  parameterSystem,
} from './api.ts'
import { type Message, parsed, readMessage, refuse } from './fhir-message.ts'
import {
  checkStatus,
  checkSubject,
  codesOf,
  type Found,
  hasNoValue,
  observationsOf,
  valueOfObservation,
} from './fhir-observations.ts'
import { flagOf, type LabMessage, longestComments, type MessageValue, readDocument } from './lab-message.ts'
import { ownNotes } from './out/observation.ts'

/**
 * Reads a laboratory's FHIR R4 message. A message that is not understood completely is refused with a sentence that names the
 * element: a result that is omitted by mistake is worse than a report that is an hour late.
 *
 * Corrections: an Observation with status `amended` or `corrected` is one. If no Observation of a report says so and the report itself is
 * `amended` or `corrected`, all its Observations are, because the report does not say which of them changed. What `appended` adds is new.
 * @throws AppError invalid
 */
export function readFhir(body: unknown, expected: Expected): LabMessage {
  const message = readMessage(body)
  const { report, name, find } = message
  checkStatus(name, report.status)
  const subject = readSubject(report.subject, find)
  const observations = observationsOf(message)
  const { values, withdrawn, notes } = readObservations(observations, report, expected)
  if (values.length === 0 && withdrawn.length === 0) refuse(`${name}.result leads to no value.`)
  return {
    values,
    withdrawn,
    isPartial: report.status === 'partial',
    isReviewed: (report.resultsInterpreter ?? []).length > 0,
    subject,
    doctorComments: commentsOf(report, notes),
    effective: collectedAtOf(message, observations),
    attachment: attachmentOf(report, name),
  }
}

/** The report's PDF, if it is in the message: presentedForm. Other forms of the report, and addresses of documents, are not taken. */
function attachmentOf({ presentedForm = [] }: FhirReport, name: string): LabMessage['attachment'] {
  const place = `${name}.presentedForm`
  const [data, another] = presentedForm.flatMap(({ contentType, data }) =>
    contentType === 'application/pdf' && data ? data : [],
  )
  if (another !== undefined) refuse(`${place} has several documents. Send one.`)
  if (data === undefined) return null
  const attachment = readDocument(data)
  return 'refused' in attachment ? refuse(`${place}: ${attachment.refused}`) : attachment
}

/** Notes of an observation. @property code of its parameter; null: of a panel, or not known */
type Notes = { code: string | null; texts: readonly string[] }

/** @returns the values, the codes of the results that are taken back, and the notes, each in the order of the message */
function readObservations(
  observations: readonly Found[],
  report: FhirReport,
  expected: Expected,
): Pick<LabMessage, 'values' | 'withdrawn'> & { notes: Notes[] } {
  const values: MessageValue[] = []
  const withdrawn: string[] = []
  const notes: Notes[] = []
  const withResult = observations.filter(({ observation }) => hasResult(observation))
  const namesCorrections = withResult.some(({ observation }) => isCorrected(observation))
  for (const found of observations) {
    const { name, observation } = found
    const parameter = parameterOf(observation, expected)
    const texts = (observation.note ?? []).map(({ text }) => text)
    notes.push({ code: 'refused' in parameter ? null : parameter.code, texts })
    if (!hasResult(observation)) continue
    if ('refused' in parameter) refuse(`${name}.${parameter.refused}`)
    const { code } = parameter
    if (values.some((value) => value.code === code) || withdrawn.includes(code))
      refuse(`${name}.code: ${code} comes twice.`)
    if (observation.status === 'entered-in-error') withdrawn.push(code)
    else
      values.push({
        ...readObservation(found, parameter),
        isCorrection: isCorrected(namesCorrections ? observation : report),
      })
  }
  return { values, withdrawn, notes }
}

/**
 * The words of the laboratory: the conclusion, its codes in words, and the notes of the observations.
 * @returns one text; null: nothing is said
 */
function commentsOf(
  { conclusion = '', conclusionCode = [] }: FhirReport,
  notes: readonly Notes[],
): string | null {
  const coded = conclusionCode.map(({ text, coding }) => text ?? coding?.[0]?.display ?? '')
  const lines = [
    conclusion,
    ...coded.filter((text) => !conclusion.includes(text)),
    ...notes.flatMap(({ code, texts }) =>
      texts.filter((text) => !ownTexts.has(text)).map((text) => (code === null ? text : `${code}: ${text}`)),
    ),
  ]
  const comments = plainText(lines.filter((line) => line.trim() !== '').join('\n'))
  if (comments !== null && comments.length > longestComments)
    refuse(`The conclusion and the notes are too long: at most ${longestComments} characters together.`)
  return comments
}

/** In a message of ours that is read back, they are no comments of the laboratory. */
const ownTexts: ReadonlySet<string> = new Set(Object.values(ownNotes))

/** Removes characters that Postgres cannot store; keeps line breaks. */
function plainText(text = ''): string | null {
  const plain = text.toWellFormed().replace(/[^\P{Cc}\n\t]/gu, ' ')
  return plain.trim() || null
}

/** A panel has none, and neither has an observation whose value is missing. */
function hasResult(observation: FhirObservation): boolean {
  if (observation.status === 'entered-in-error') return !observation.hasMember
  return !hasNoValue(observation)
}

function isCorrected({ status }: Pick<FhirReport | FhirObservation, 'status'>): boolean {
  return status === 'amended' || status === 'corrected'
}

function readObservation(found: Found, parameter: Parameter): Omit<MessageValue, 'isCorrection'> {
  const { name, observation } = found
  const value = valueOfObservation(found, parameter)
  const read = readValue(parameter, value)
  if ('refused' in read) refuse(`${name}.value[x]: ${read.refused}.`)
  const method = methodOf(observation)
  const words = (observation.interpretation ?? []).map(({ text = '' }) => text)
  const flag = flagOf([...codesOf(observation.interpretation), ...words])
  return { code: parameter.code, value, ...(method && { method }), flag }
}

/** How it was measured, in the length that is stored */
function methodOf({ method }: FhirObservation): string | null {
  return plainText(method?.text ?? method?.coding?.[0]?.display)?.slice(0, 100) ?? null
}

/** The ordered parameter that an observation measures, or what is wrong with its code: `code.coding must have …`. */
function parameterOf({ code }: FhirObservation, expected: Expected): Parameter | { refused: string } {
  const codings = code.coding ?? []
  const own = codings.find(({ system }) => system === parameterSystem)?.code
  const loincs = codings.flatMap((coding) =>
    coding.system === loincSystem && coding.code ? coding.code : [],
  )
  if (own === undefined && loincs.length === 0)
    return { refused: `code.coding must have a code of the system ${loincSystem}.` }
  const found = findParameter({ own, loincs }, expected)
  const sent = loincs.join(', ')
  if ('several' in found) {
    const codes = found.several.map((each) => each.code).join(' or ')
    if (own !== undefined) return { refused: `code.coding: no parameter is called ${own}.` }
    if (codes === '') return { refused: `code.coding: LOINC ${sent} is not in the catalogue.` }
    return {
      refused: `code.coding: LOINC ${sent} can be ${codes}: say which with the system ${parameterSystem}.`,
    }
  }
  if (isContradicted(found, own, loincs))
    return { refused: `code.coding: ${own} has the LOINC code ${found.loinc}, not ${sent}.` }
  if (expected.ordered.size > 0 && !expected.ordered.has(found.code))
    return { refused: `code: ${found.name} (${found.code}) was not ordered.` }
  return found
}

/**
 * When the specimen was collected: as the report says it, else its specimens, else its observations; of several times the first one.
 * @returns a FHIR dateTime that is exact to the minute; null: the message says none
 */
function collectedAtOf(message: Message, observations: readonly Found[]): string | null {
  const { report, find } = message
  const references = [
    ...(report.specimen ?? []),
    ...observations.flatMap(({ observation }) => observation.specimen ?? []),
  ]
  const specimens = references.flatMap(({ reference = '' }) => find(reference) ?? [])
  const times = specimens.map(({ name, resource }) => {
    const { subject, collection } = parsed(fhirSpecimen, name, resource)
    checkSubject(message, name, subject?.reference)
    return collection?.collectedDateTime ?? collection?.collectedPeriod?.start
  })
  return (
    firstInstant([report.effectiveDateTime ?? report.effectivePeriod?.start]) ??
    firstInstant(times) ??
    firstInstant(observations.map(({ observation }) => observation.effectiveDateTime)) ??
    null
  )
}

/** A date alone is no instant. */
function firstInstant(times: readonly (string | undefined)[]): string | undefined {
  return times
    .filter((time) => time?.includes('T'))
    .toSorted((one = '', other = '') => Date.parse(one) - Date.parse(other))[0]
}

/** FHIR's AdministrativeGender; `unknown` says nothing that can be compared */
const sexes: Readonly<Record<NonNullable<FhirPatient['gender']>, Sex>> = {
  male: 'male',
  female: 'female',
  other: 'other',
  unknown: null,
}

/** @param subject of the report. A patient who is only referred to is known by `display`, or not at all. @throws AppError invalid */
export function readSubject({ reference, display }: FhirReport['subject'], find: Message['find']): Subject {
  const located = find(reference)
  const fromDisplay = display ? [display] : []
  if (!located) return { names: fromDisplay, birthDate: null, sex: null }
  const patient = parsed(fhirPatient, located.name, located.resource)
  const { name = [], birthDate = null, gender = 'unknown' } = patient
  return { names: name.length > 0 ? name.map(nameOf) : fromDisplay, birthDate, sex: sexes[gender] }
}

type HumanName = NonNullable<FhirPatient['name']>[number]

/** A prefix or suffix can say that the name is a relative's (`B/O`), so that it belongs to the name also beside its text. */
function nameOf({ text, prefix = [], given = [], family = '', suffix = [] }: HumanName): string {
  if (text === undefined) return [...prefix, ...given, family, ...suffix].join(' ')
  const isMissing = (part: string) => !text.includes(part)
  return [...prefix.filter(isMissing), text, ...suffix.filter(isMissing)].join(' ')
}
