/** Generates FHIR messages of a lab's information system with one error. */
import { fhirBundle, fhirReport } from '@jaanch/report/fhir/api'
import fc from 'fast-check'
import { hostileValue } from './hostile.ts'
import { jsonSchemaOf } from './json-schema.ts'
import { allowedBy } from './values.ts'

const loinc = (code: string) => ({ coding: [{ system: 'http://loinc.org', code }] })

const observation = {
  resourceType: 'Observation',
  id: 'o1',
  status: 'final',
  code: loinc('3016-3'),
  subject: { reference: 'Patient/1' },
  effectiveDateTime: '2026-11-20T07:10:00+05:30',
  valueQuantity: { value: 2.1, unit: 'mIU/L', system: 'http://unitsofmeasure.org', code: 'm[IU]/L' },
}

const panel = { ...observation, id: 'o2', hasMember: [{ reference: '#o1' }, { reference: '#o2' }] }

const report = {
  resourceType: 'DiagnosticReport',
  id: 'r1',
  status: 'final',
  code: loinc('24348-5'),
  subject: { reference: 'Patient/1' },
  effectiveDateTime: '2026-11-20',
  contained: [observation, panel],
  result: [{ reference: '#o2' }],
  conclusion: 'Normal',
}

const bundle = {
  resourceType: 'Bundle',
  type: 'message',
  entry: [
    {
      fullUrl: 'urn:uuid:1',
      resource: { ...report, contained: undefined, result: [{ reference: 'urn:uuid:2' }] },
    },
    { fullUrl: 'urn:uuid:2', resource: observation },
  ],
}

type Path = readonly string[]

/** The paths of all values in a message, without its root. */
function pathsIn(value: unknown, before: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = [...before, key]
    return [path, ...pathsIn(inner, path)]
  })
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by
  if (Array.isArray(value)) {
    return value.map((inner, n) => (String(n) === key ? replaced(inner, rest, by) : inner))
  }
  const fields = value as Record<string, unknown>
  return { ...fields, [key]: replaced(fields[key], rest, by) }
}

function almostValid(message: object): fc.Arbitrary<unknown> {
  const by = fc.oneof({ weight: 3, arbitrary: hostileValue }, fc.constant(undefined))
  return fc
    .tuple(fc.constantFrom(...pathsIn(message)), by)
    .map(([path, value]) => replaced(message, path, value))
}

export const anyFhir: fc.Arbitrary<string> = fc
  .oneof(
    fc.constantFrom<unknown>(report, bundle),
    { weight: 4, arbitrary: almostValid(report) },
    { weight: 4, arbitrary: almostValid(bundle) },
    allowedBy(jsonSchemaOf(fhirReport)),
    allowedBy(jsonSchemaOf(fhirBundle)),
    hostileValue,
  )
  .map((message) => JSON.stringify(message))
