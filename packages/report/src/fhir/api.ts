/**
 * The part of FHIR R4 (4.0.1, https://hl7.org/fhir/R4/) that a laboratory report needs: a Bundle with one DiagnosticReport
 * and its Observations, or a DiagnosticReport that contains them. `fhir.ts` interprets the elements: it
 * refuses those that change the meaning of others, and ignores what says nothing about results.
 */

import { dateExists } from '@jaanch/contracts/calendar'
import { idParams } from '@jaanch/contracts/http/fields'
import { route } from '@jaanch/contracts/http/route'
import { z } from 'zod'
import { reportReaders } from '../rules.ts'

export const fhirContentType = 'application/fhir+json'
export const loincSystem = 'http://loinc.org'
export const ucumSystem = 'http://unitsofmeasure.org'
export const snomedSystem = 'http://snomed.info/sct'
/** Code system of the catalogue's parameter codes, for parameters without a LOINC code or with a shared one */
export const parameterSystem = 'https://jaanch.example/fhir/CodeSystem/parameter'

/** The body of a request with that content type. Its elements are validated later, with the catalogue. */
export const fhirInput = z.looseObject({}).transform((message) => ({ fhir: message as unknown }))

const most = 1_000
const short = z.string().max(1_000)
const reference = z.object({ reference: short.min(1).optional() })
const coding = z.object({ system: short.optional(), code: short.optional(), display: short.optional() })
const codeableConcept = z.object({ coding: z.array(coding).max(50).optional(), text: short.optional() })

/** FHIR's instant and dateTime: a year, a month, a day, or an instant with its offset; from 1900 to 2099. */
const dateTime = z
  .string()
  .regex(/^(19|20)\d{2}(-\d{2}(-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2}))?)?)?$/, {
    error: 'must be a FHIR dateTime such as 2026-11-20T07:10:00+05:30',
    abort: true,
  })
  .refine(
    (value) => !Number.isNaN(Date.parse(value)) && dateExists(value.slice(0, 10)),
    'must be a date that exists',
  )
const period = z.object({ start: dateTime.optional(), end: dateTime.optional() })

const quantity = z.object({
  value: z.number().optional(),
  comparator: z.enum(['<', '<=', '>=', '>']).optional(),
  unit: short.optional(),
  system: short.optional(),
  code: short.optional(),
})

const reportStatuses = [
  'registered',
  'partial',
  'preliminary',
  'final',
  'amended',
  'corrected',
  'appended',
  'cancelled',
  'entered-in-error',
  'unknown',
] as const
const observationStatuses = [
  'registered',
  'preliminary',
  'final',
  'amended',
  'corrected',
  'cancelled',
  'entered-in-error',
  'unknown',
] as const

export const fhirObservation = z.object({
  resourceType: z.literal('Observation'),
  id: short.optional(),
  status: z.enum(observationStatuses),
  code: codeableConcept,
  subject: reference.optional(),
  effectiveDateTime: dateTime.optional(),
  issued: dateTime.optional(),
  valueQuantity: quantity.optional(),
  /** A number that is known only by bounds: 2 to 4 cells */
  valueRange: z.object({ low: quantity, high: quantity }).optional(),
  valueCodeableConcept: codeableConcept.optional(),
  valueString: short.optional(),
  dataAbsentReason: codeableConcept.optional(),
  /** The laboratory's own flags */
  interpretation: z.array(codeableConcept).max(50).optional(),
  /** How it was measured */
  method: codeableConcept.optional(),
  /** Remarks of the laboratory about the result */
  note: z
    .array(z.object({ text: z.string().max(2_000) }))
    .max(50)
    .optional(),
  specimen: reference.optional(),
  /** The members of a panel: an Observation that has no value itself */
  hasMember: z.array(reference).max(most).optional(),
})
export type FhirObservation = z.output<typeof fhirObservation>

/** Validated later, if the report refers to it */
const resource = z.looseObject({ resourceType: short.min(1), id: short.optional() })
export type FhirResource = z.output<typeof resource>

export const fhirReport = z.object({
  resourceType: z.literal('DiagnosticReport'),
  id: short.optional(),
  contained: z.array(resource).max(most).optional(),
  status: z.enum(reportStatuses),
  code: codeableConcept,
  subject: z.object({ reference: short.min(1), display: short.optional() }),
  effectiveDateTime: dateTime.optional(),
  effectivePeriod: period.optional(),
  issued: dateTime.optional(),
  specimen: z.array(reference).max(most).optional(),
  resultsInterpreter: z.array(reference).optional(),
  result: z.array(reference).min(1).max(most),
  conclusion: z.string().max(2_000).optional(),
  conclusionCode: z.array(codeableConcept).max(50).optional(),
  /** The report as a document */
  presentedForm: z
    .array(z.object({ contentType: short.optional(), data: z.string().optional() }))
    .max(50)
    .optional(),
})
export type FhirReport = z.output<typeof fhirReport>

/** The code of the examination */
export const fhirSpecimen = z.object({
  resourceType: z.literal('Specimen'),
  subject: reference.optional(),
  collection: z
    .object({ collectedDateTime: dateTime.optional(), collectedPeriod: period.optional() })
    .optional(),
})

/** The person whom a report is about. A birth date may be a year or a month */
export const fhirPatient = z.object({
  resourceType: z.literal('Patient'),
  name: z
    .array(
      z.object({
        text: short.optional(),
        given: z.array(short).max(50).optional(),
        family: short.optional(),
        prefix: z.array(short).max(50).optional(),
        suffix: z.array(short).max(50).optional(),
      }),
    )
    .max(50)
    .optional(),
  birthDate: z
    .string()
    .regex(/^\d{4}(-\d{2}(-\d{2})?)?$/, { error: 'must be a date such as 1990-05-31', abort: true })
    .refine(dateExists, 'must be a date that exists')
    .optional(),
  gender: z.enum(['male', 'female', 'other', 'unknown']).optional(),
})
export type FhirPatient = z.output<typeof fhirPatient>

export const fhirBundle = z.object({
  resourceType: z.literal('Bundle'),
  /** Other types are requests, or parts of a longer list */
  type: z.enum(['document', 'collection', 'message']).optional(),
  entry: z
    .array(z.object({ fullUrl: short.optional(), resource: resource.optional() }))
    .min(1)
    .max(most),
})

/** Maximum number of problems in one sentence: enough to correct a message at once, few enough to read. */
const maxProblems = 3

/**
 * Describes the problems of a resource by the names of its elements (as in FHIRPath):
 * `DiagnosticReport.status is required; DiagnosticReport.result must be a list.`
 * @param name of the resource: `DiagnosticReport`, `Observation/o1`
 */
export function fhirProblems(name: string, resource: unknown, issues: readonly z.core.$ZodIssue[]): string {
  const named = issues.slice(0, maxProblems).map((issue) => problem(name, resource, issue))
  const more = issues.length - named.length
  return `${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`
}

function problem(name: string, resource: unknown, issue: z.core.$ZodIssue): string {
  const element = `${name}${elementPath(issue.path)}`
  if (valueAt(resource, issue.path) === undefined) return `${element} is required`
  if (issue.code === 'invalid_value') return `${element} must be one of: ${issue.values.join(', ')}`
  if (issue.code === 'invalid_type') return `${element} must be ${kinds[issue.expected] ?? issue.expected}`
  if (issue.code === 'too_small') return `${element} must not be empty`
  if (issue.code === 'too_big') return `${element} must have at most ${issue.maximum} ${sized(issue.origin)}`
  return `${element} ${issue.message}`
}

const kinds: Record<string, string> = {
  array: 'a list',
  object: 'an object',
  string: 'a text',
  number: 'a number',
}

function sized(origin: string): string {
  return origin === 'array' ? 'members' : 'characters'
}

function elementPath(path: readonly PropertyKey[]): string {
  return path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, step) => (inner as Record<PropertyKey, unknown> | null)?.[step], value)
}

export const fhirCalls = {
  getReportAsFhir: route({
    method: 'GET',
    path: '/api/health-reports/:id/fhir',
    ...reportReaders,
    cookie: true,
    summary:
      'A report as a FHIR R4 document (application/fhir+json) in the shape of DiagnosticReportRecord of the NRCeS guide; not certified ' +
      'for ABDM',
    params: idParams,
    response: 'file',
  }),
  exportHealth: route({
    method: 'GET',
    path: '/api/health-export',
    access: ['customer'],
    cookie: true,
    summary:
      "The latest reports of one person of the caller's family as one FHIR R4 Bundle (application/fhir+json), newest first: at most 500",
    query: z.object({ person: z.union([z.literal('self'), z.uuid()]) }),
    response: 'file',
  }),
}
