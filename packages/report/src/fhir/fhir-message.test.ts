import { someParameters } from '@jaanch/catalogue/testing/parameters'
import { describe, expect, it } from 'vitest'
import { differenceOf } from '../identity/subject.ts'
import { fhirMessage, haemoglobinOf13 } from '../testing/fhir-messages.ts'
import { orRefusal } from '../testing/or-refusal.ts'
import { loincSystem, ucumSystem } from './api.ts'
import { readFhir } from './fhir.ts'

const expected = { parameters: someParameters, ordered: new Set<string>() }
const read = (body: unknown) => readFhir(body, expected)
const refusalOf = (body: unknown) => orRefusal(() => read(body))
const platelets = {
  code: { coding: [{ system: loincSystem, code: '777-3' }] },
  valueQuantity: { value: 4, code: '10*3/uL', system: ucumSystem },
}

describe('what a FHIR message says and is not understood', () => {
  const withObservation = (observation: Record<string, unknown>) => fhirMessage({ observation })
  const sentence = (element: string) =>
    `Observation/hb.${element} is not understood: send one of valueQuantity, valueRange, valueCodeableConcept, valueString.`

  it.each<[string, unknown, string]>([
    [
      'components of an observation, such as a platelet count beside the haemoglobin',
      withObservation({ component: [platelets] }),
      'Observation/hb.component is not understood: send each result as an Observation of its own.',
    ],
    ['an integer', withObservation({ valueQuantity: undefined, valueInteger: 13 }), sentence('valueInteger')],
    [
      'a ratio beside the value',
      withObservation({ valueRatio: { numerator: { value: 1 }, denominator: { value: 8 } } }),
      sentence('valueRatio'),
    ],
    ['a time', withObservation({ valueQuantity: undefined, valueTime: '07:10:00' }), sentence('valueTime')],
    [
      'two values',
      withObservation({ valueString: '<13' }),
      'Observation/hb has several values: valueQuantity and valueString. Send one.',
    ],
    [
      'a value and the reason for which there is none',
      withObservation({ dataAbsentReason: { text: 'haemolysed' } }),
      'Observation/hb has a value and a dataAbsentReason, which says that there is none. Send one of them.',
    ],
    [
      'results of a fetus',
      withObservation({ focus: [{ reference: 'Patient/fetus' }] }),
      "Observation/hb.focus is not understood: send the results of the report's subject only.",
    ],
    [
      'an element that changes the meaning of the observation',
      withObservation({ modifierExtension: [{ url: 'https://example.org/not-done', valueBoolean: true }] }),
      'Bundle.entry[2].resource.modifierExtension changes what the message means and is not understood.',
    ],
    [
      'an element that changes the meaning of a part of the patient',
      fhirMessage({ patient: { contact: [{ modifierExtension: [{ url: 'urn:x' }] }] } }),
      'Bundle.entry[1].resource.contact[0].modifierExtension changes what the message means and is not understood.',
    ],
    [
      'rules of its own',
      fhirMessage({ bundle: { implicitRules: 'https://example.org/rules' } }),
      'Bundle.implicitRules changes what the message means and is not understood.',
    ],
    [
      'requests in place of results',
      fhirMessage({ bundle: { type: 'transaction' } }),
      'Bundle.type must be one of: document, collection, message.',
    ],
    [
      'an observation that the report does not name',
      fhirMessage({}, { ...haemoglobinOf13, ...platelets, id: 'plt' }),
      'Observation/plt is not in DiagnosticReport.result: name it there, or leave it out.',
    ],
    [
      'an observation that another resource contains',
      fhirMessage({ patient: { contained: [{ ...haemoglobinOf13, ...platelets, id: 'plt' }] } }),
      'Observation/plt is not in DiagnosticReport.result: name it there, or leave it out.',
    ],
    [
      'a contained observation that the report does not name',
      fhirMessage({ report: { contained: [{ ...haemoglobinOf13, ...platelets, id: 'plt' }] } }),
      'Observation/plt is not in DiagnosticReport.result: name it there, or leave it out.',
    ],
    [
      'two contained resources with one id',
      fhirMessage({ report: { contained: [haemoglobinOf13, { ...haemoglobinOf13, ...platelets }] } }),
      'Observation/hb: the id #hb comes twice.',
    ],
    [
      'two resources with one id',
      fhirMessage({}, { ...haemoglobinOf13, ...platelets }),
      'Bundle.entry[3].resource: Observation/hb comes twice.',
    ],
    [
      'a collection on a day that does not exist',
      fhirMessage({ report: { effectiveDateTime: '2026-02-30T07:10:00+05:30' } }),
      'DiagnosticReport.effectiveDateTime must be a date that exists.',
    ],
    [
      'a birth on a day that does not exist',
      fhirMessage({ patient: { birthDate: '1990-02-29' } }),
      'Patient/p1.birthDate must be a date that exists.',
    ],
  ])('is refused: %s', (_, body, refused) => {
    expect(refusalOf(body)).toBe(refused)
  })

  it('is found however deeply it is nested', () => {
    let nested: unknown = { modifierExtension: [] }
    for (let depth = 0; depth < 20_000; depth += 1) nested = [nested]
    expect(refusalOf(fhirMessage({ patient: { text: nested } }))).toContain('modifierExtension')
  })
})

describe('the patient of a FHIR message', () => {
  const booked = { name: 'Asha Rao', dateOfBirth: '1990-05-31', sex: 'female' } as const
  const differenceIn = (patient: Record<string, unknown>) =>
    differenceOf(read(fhirMessage({ patient })).subject, booked)

  it('is another one with the name of a relative or another sex', () => {
    expect(differenceIn({})).toBeUndefined()
    expect(differenceIn({ name: [{ text: 'Meena D/O Asha Rao' }], birthDate: undefined })).toContain('name')
    expect(differenceIn({ gender: 'male' })).toBe("The report's sex differs from the booking's patient.")
    expect(differenceIn({ gender: 'unknown' })).toBeUndefined()
  })
})

describe('what the laboratory says in words', () => {
  const commentsIn = (report: Record<string, unknown>, note: unknown[], ...more: unknown[]) =>
    orRefusal(() => read(fhirMessage({ report, observation: { note } }, ...more)).doctorComments)

  it('is its conclusion, the words of its codes, and the notes of the observations with their parameters', () => {
    expect(commentsIn({}, [])).toBeNull()
    const conclusionCode = [{ coding: [{ display: 'Mild anaemia' }] }, { text: 'Follow-up' }]
    expect(
      commentsIn({ conclusion: 'Mild anaemia.', conclusionCode }, [
        { text: 'Haemolysed' },
        { text: 'Repeat' },
      ]),
    ).toBe('Mild anaemia.\nFollow-up\nHGB: Haemolysed\nHGB: Repeat')
  })

  it('has the notes of panels and of missing values', () => {
    const panel = {
      ...haemoglobinOf13,
      id: 'panel',
      code: { text: 'Blood count' },
      valueQuantity: undefined,
      note: [{ text: 'Clotted' }],
      hasMember: [{ reference: 'Observation/hb' }, { reference: 'Observation/plt' }],
    }
    const missing = { ...haemoglobinOf13, ...platelets, id: 'plt', valueQuantity: undefined }
    const absent = { ...missing, dataAbsentReason: { text: 'error' }, note: [{ text: 'Too little blood' }] }
    expect(commentsIn({ result: [{ reference: 'Observation/panel' }] }, [], panel, absent)).toBe(
      'Clotted\nPLT: Too little blood',
    )
  })

  it('is refused if it is longer than what is stored', () => {
    expect(commentsIn({ conclusion: 'x'.repeat(1_999) }, [{ text: 'y' }])).toBe(
      'The conclusion and the notes are too long: at most 2000 characters together.',
    )
  })
})

describe('the time of the collection', () => {
  const specimen = (id: string, collection: unknown) => ({
    resourceType: 'Specimen',
    id,
    subject: { reference: 'Patient/p1' },
    collection,
  })
  const first = specimen('s1', { collectedDateTime: '2026-11-20T01:40:00Z' })
  const later = specimen('s2', { collectedPeriod: { start: '2026-11-20T07:30:00+05:30' } })
  const named = { specimen: [{ reference: 'Specimen/s2' }, { reference: 'Specimen/s1' }] }
  const collectedIn = (changes: Parameters<typeof fhirMessage>[0], ...more: unknown[]) =>
    orRefusal(() => read(fhirMessage(changes, ...more)).effective)

  it('is that of the report', () => {
    const at = '2026-11-20T07:10:00+05:30'
    expect(collectedIn({ report: { ...named, effectiveDateTime: at } }, first, later)).toBe(at)
    expect(collectedIn({ report: { effectivePeriod: { start: at } } })).toBe(at)
  })

  it('is that of the first specimen if the report says none to the minute', () => {
    expect(collectedIn({ report: named }, first, later)).toBe('2026-11-20T01:40:00Z')
    expect(collectedIn({ report: { ...named, effectiveDateTime: '2026-11-20' } }, first)).toBe(
      '2026-11-20T01:40:00Z',
    )
    expect(collectedIn({ observation: { specimen: { reference: 'Specimen/s2' } } }, later)).toBe(
      '2026-11-20T07:30:00+05:30',
    )
  })

  it('is that of the observations if no specimen says one, and is not known otherwise', () => {
    const at = '2026-11-20T07:10:00+05:30'
    expect(collectedIn({ observation: { effectiveDateTime: at } })).toBe(at)
    expect(collectedIn({ observation: { effectiveDateTime: '2026-11-20' } })).toBeNull()
  })

  it('is refused if the specimen is somebody else’s', () => {
    const other = { ...first, subject: { reference: 'Patient/p2' } }
    expect(collectedIn({ report: named }, other)).toBe(
      'Specimen/s1.subject is another than DiagnosticReport.subject.',
    )
  })
})

describe('a document in a FHIR message', () => {
  const pdf = `JVBERi0xLjcK${'A'.repeat(400)}`
  const attachmentIn = (...presentedForm: unknown[]) =>
    orRefusal(() => read(fhirMessage({ report: { presentedForm } })).attachment)

  it('is the attachment of the results if it is a PDF in base64', () => {
    const contentType = 'application/pdf'
    expect(attachmentIn({ contentType, data: pdf })).toEqual({ contentType, base64: pdf })
    expect(attachmentIn({ contentType: 'text/html', data: 'PGI+' }, { url: 'Binary/1' })).toBeNull()
    expect(attachmentIn({ contentType, data: 'iVBORw0KGgo=' })).toBe(
      'DiagnosticReport.presentedForm: The document is no PDF. Send a PDF.',
    )
    expect(attachmentIn({ contentType, data: pdf }, { contentType, data: pdf })).toBe(
      'DiagnosticReport.presentedForm has several documents. Send one.',
    )
  })
})
