import { identifierSystems, identifierType, metaOf } from './codes.ts'

/** An entry of a Bundle. */
export type Entry = { fullUrl: string; resource: { resourceType: string; id: string } }

export type ExportedPatient = {
  /** Of the family member, or of the account */
  id: string
  name: string
  /** YYYY-MM-DD */
  dateOfBirth: string | null
  sex: 'male' | 'female' | 'other' | null
}

/** Who of the laboratory released the report. */
export type ExportedPerson = { id: string; name: string; isPathologist: boolean; role: string }

export type ExportedLab = { id: string; name: string; license: string | null }

export function entryOf<R extends Entry['resource']>(resource: R): { fullUrl: string; resource: R } {
  return { fullUrl: `urn:uuid:${resource.id}`, resource }
}

/** @returns a reference to an entry of the same Bundle */
export function referenceTo({ fullUrl }: Pick<Entry, 'fullUrl'>, display: string) {
  return { reference: fullUrl, display }
}

export function patientOf(id: string, { id: number, name, dateOfBirth, sex }: ExportedPatient) {
  return entryOf({
    resourceType: 'Patient',
    id,
    meta: metaOf('Patient'),
    identifier: [
      {
        type: identifierType('MR', 'Medical record number'),
        system: identifierSystems.patient,
        value: number,
      },
    ],
    name: [{ text: name }],
    gender: sex ?? 'unknown',
    ...(dateOfBirth && { birthDate: dateOfBirth }),
  })
}

export function practitionerOf(id: string, { id: number, name, role }: ExportedPerson) {
  return entryOf({
    resourceType: 'Practitioner',
    id,
    meta: metaOf('Practitioner'),
    identifier: [
      { type: identifierType('EI', 'Employee number'), system: identifierSystems.person, value: number },
    ],
    name: [{ text: name }],
    qualification: [{ code: { text: role } }],
  })
}

/** The laboratory's licence stands as it was registered: it is no number of India's register of health facilities. */
export function organizationOf(id: string, { id: number, name, license }: ExportedLab) {
  return entryOf({
    resourceType: 'Organization',
    id,
    meta: metaOf('Organization'),
    identifier: [
      {
        type: identifierType('PRN', 'Provider number'),
        system: identifierSystems.laboratory,
        value: number,
      },
      ...(license ? [{ type: { text: 'Licence of the laboratory' }, value: license }] : []),
    ],
    name,
  })
}
