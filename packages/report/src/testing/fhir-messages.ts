/** FHIR messages for tests. */
import { loincSystem, ucumSystem } from '../fhir/api.ts'

type Elements = Readonly<Record<string, unknown>>

const ashaRao = {
  resourceType: 'Patient',
  id: 'p1',
  name: [{ text: 'Asha Rao' }],
  gender: 'female',
  birthDate: '1990-05-31',
}

/** A haemoglobin of 13 g/dL, Observation/hb. */
export const haemoglobinOf13 = {
  resourceType: 'Observation',
  id: 'hb',
  status: 'final',
  code: { coding: [{ system: loincSystem, code: '718-7' }] },
  subject: { reference: 'Patient/p1' },
  valueQuantity: { value: 13, unit: 'g/dL', system: ucumSystem, code: 'g/dL' },
}

const report = {
  resourceType: 'DiagnosticReport',
  id: 'r1',
  status: 'final',
  code: { coding: [{ system: loincSystem, code: '58410-2' }] },
  subject: { reference: 'Patient/p1' },
  result: [{ reference: 'Observation/hb' }],
}

/**
 * A Bundle about Asha Rao with a report of her haemoglobin.
 * @param changes elements of the resources that differ @param more further resources
 */
export function fhirMessage(
  changes: { report?: Elements; observation?: Elements; patient?: Elements; bundle?: Elements } = {},
  ...more: unknown[]
) {
  const resources = [
    { ...report, ...changes.report },
    { ...ashaRao, ...changes.patient },
    { ...haemoglobinOf13, ...changes.observation },
    ...more,
  ]
  return {
    resourceType: 'Bundle',
    type: 'collection',
    entry: resources.map((resource) => ({ resource })),
    ...changes.bundle,
  }
}
