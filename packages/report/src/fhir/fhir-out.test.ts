import { readFileSync } from 'node:fs'
import type { Parameter } from '@jaanch/catalogue/parameters/parameter'
import { readValue } from '@jaanch/catalogue/parameters/reading'
import { haemoglobin, hepatitisB, leucocytes, pusCells, smear } from '@jaanch/catalogue/testing/parameters'
import { catalogueFile, parametersIn } from '@jaanch/catalogue/testing/starter'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exportedReport, idOf, resultOf } from '../testing/exported-report.ts'
import { readFhir } from './fhir.ts'
import { collectionText, documentOf, type ExportedReport } from './fhir-out.ts'
import { loincNotice } from './out/codes.ts'

const catalogue = readFileSync(catalogueFile, 'utf8')
const allParameters = parametersIn(catalogue)
const at = '2026-11-27T09:00:00.000Z'
const documentWith = (change: Partial<ExportedReport> = {}) => documentOf(exportedReport(change), idOf, at)
type Resource = Record<string, unknown> & { resourceType: string; id: string; valueQuantity?: unknown }
const resourcesOf = (bundle: { entry?: { resource: object }[] }, type: string) =>
  (bundle.entry ?? []).map(({ resource }) => resource as Resource).filter((one) => one.resourceType === type)
const observationFor = (parameter: Parameter, value: number | string, sex: 'male' | null = 'male') =>
  resourcesOf(documentWith({ results: [resultOf(parameter, value, sex)] }), 'Observation')[0]

/** Values that a laboratory may report for a parameter. */
function valuesOf({ decimals, options }: Parameter): fc.Arbitrary<number | string> {
  if (decimals === null) {
    const isOption = options !== null && options[0] !== 'text'
    return isOption ? fc.constantFrom(...options) : fc.stringMatching(/^[A-Za-z<>&"'. +]{0,40}[a-z]$/)
  }
  const number = fc.integer({ min: 0, max: 500_000 }).map((n) => n / 10 ** decimals)
  const bound = number.map((n) => (n + 1 / 10 ** decimals).toFixed(decimals))
  return fc.oneof(
    number,
    fc.tuple(fc.constantFrom('<', '>', '<=', '>='), bound).map(([sign, digits]) => `${sign}${digits}`),
    fc
      .tuple(number, number)
      .map(
        ([one, other]) =>
          `${Math.min(one, other).toFixed(decimals)}-${Math.max(one, other).toFixed(decimals)}`,
      ),
  )
}

describe('a report as a FHIR document', () => {
  it('begins with its composition, and refers only to what it contains', () => {
    const bundle = documentWith({ results: [resultOf(haemoglobin, 11.2)] })
    expect(bundle).toMatchObject({ type: 'document', meta: { versionId: '1' }, timestamp: at })
    expect(bundle.entry[0]?.resource).toMatchObject({
      resourceType: 'Composition',
      type: { coding: [{ system: 'http://snomed.info/sct', code: '721981007' }] },
    })
    const contained = new Set(bundle.entry.map(({ fullUrl }) => fullUrl))
    expect(contained.size).toBe(bundle.entry.length)
    const references = [...JSON.stringify(bundle).matchAll(/"reference":"([^"]+)"/g)].map(([, to]) => to)
    expect(references.length).toBeGreaterThan(10)
    for (const reference of references) expect(contained).toContain(reference)
  })

  it('names who released it, and the laboratory where nobody of it did', () => {
    const named = documentWith()
    expect(resourcesOf(named, 'Practitioner')).toMatchObject([{ name: [{ text: 'Dr Meera Shah' }] }])
    expect(resourcesOf(named, 'DiagnosticReport')[0]).toMatchObject({
      resultsInterpreter: [{ display: 'Dr Meera Shah' }],
    })
    const unnamed = documentWith({ releasedBy: null, isReviewed: false })
    expect(resourcesOf(unnamed, 'Practitioner')).toEqual([])
    expect(resourcesOf(unnamed, 'Composition')[0]).toMatchObject({
      author: [{ display: 'Sabar Diagnostics' }],
    })
    expect(resourcesOf(unnamed, 'DiagnosticReport')[0]).not.toHaveProperty('resultsInterpreter')
  })

  it('says what was ordered and not reported, and has the notice of LOINC', () => {
    const bundle = documentWith({ missing: [{ code: 'WBC', name: 'Leucocytes', loinc: null }] })
    expect(resourcesOf(bundle, 'DiagnosticReport')[0]).toMatchObject({ status: 'final' })
    expect(resourcesOf(bundle, 'Observation')).toMatchObject([
      { code: { text: 'Leucocytes' }, dataAbsentReason: { coding: [{ code: 'unknown' }] } },
    ])
    expect(JSON.stringify(resourcesOf(bundle, 'Composition'))).toContain('copyright Regenstrief')
    expect(loincNotice).toBe(JSON.parse(catalogue).loincNotice)
  })
})

it('a report of which results are to come is partial in FHIR, whatever it changed', () => {
  for (const change of [null, 'more', 'amended'] as const) {
    const bundle = documentWith({ isPartial: true, change })
    expect(resourcesOf(bundle, 'DiagnosticReport')[0]).toMatchObject({ status: 'partial' })
    expect(resourcesOf(bundle, 'Composition')[0]).toMatchObject({ status: 'preliminary' })
    expect(resourcesOf(bundle, 'DocumentReference')[0]).toMatchObject({ docStatus: 'preliminary' })
  }
})

describe('the versions of a report', () => {
  const second: Partial<ExportedReport> = {
    ...{ id: idOf('second'), version: 2, replaces: idOf('report'), change: 'amended', corrected: ['HGB'] },
    results: [resultOf(haemoglobin, 11.2), resultOf(leucocytes, 7)],
  }
  const identifiersOf = (bundle: ReturnType<typeof documentWith>) => {
    const [report] = resourcesOf(bundle, 'DiagnosticReport')
    return report?.identifier as { value: string }[]
  }

  it('have one identifier of the report, each one of its own, and a later one replaces the one before', () => {
    const [first, amended] = [documentWith({ isSuperseded: true }), documentWith(second)]
    const [a, b] = [identifiersOf(first), identifiersOf(amended)]
    expect(a[0]).toEqual(b[0])
    expect(a[1]).not.toEqual(b[1])
    expect(resourcesOf(first, 'DocumentReference')[0]).toMatchObject({ status: 'superseded' })
    const replaces = { code: 'replaces', targetIdentifier: a[1] }
    expect(resourcesOf(amended, 'Composition')[0]).toMatchObject({ status: 'amended', relatesTo: [replaces] })
  })

  it('say which results were corrected, and whether results were only added', () => {
    const amended = documentWith(second)
    expect(resourcesOf(amended, 'DiagnosticReport')[0]).toMatchObject({ status: 'amended' })
    expect(resourcesOf(amended, 'Observation').map(({ status }) => status)).toEqual(['corrected', 'final'])
    const more = documentWith({ ...second, change: 'more', corrected: [] })
    expect(resourcesOf(more, 'DiagnosticReport')[0]).toMatchObject({ status: 'appended' })
  })
})

describe('a result as an Observation', () => {
  it('has LOINC, UCUM, its interval and a code for its flag', () => {
    expect(observationFor(haemoglobin, 11.2)).toMatchObject({
      code: { coding: [{ system: 'http://loinc.org', code: '718-7' }, { code: 'HGB' }] },
      valueQuantity: { value: 11.2, code: 'g/dL', system: 'http://unitsofmeasure.org' },
      interpretation: [{ coding: [{ code: 'L' }] }],
      referenceRange: [{ low: { value: 13 }, high: { value: 17 }, text: '13.0–17.0' }],
    })
    expect(observationFor(haemoglobin, 6.1)).toMatchObject({ interpretation: [{ coding: [{ code: 'LL' }] }] })
  })

  it('keeps bounds, ranges and words as what they are', () => {
    expect(observationFor(haemoglobin, '<5')).toMatchObject({ valueQuantity: { value: 5, comparator: '<' } })
    expect(observationFor(haemoglobin, '>=20')).toMatchObject({
      valueQuantity: { value: 20, comparator: '>=' },
    })
    expect(observationFor(pusCells, '2-4')).toMatchObject({
      valueRange: { low: { value: 2, code: '/[HPF]' }, high: { value: 4 } },
    })
    expect(observationFor(hepatitisB, 'REACTIVE')).toMatchObject({
      valueCodeableConcept: { text: 'Reactive', coding: [{ code: '11214006' }] },
      interpretation: [{ coding: [{ code: 'A' }] }, { coding: [{ code: 'RR' }] }],
    })
    expect(observationFor(smear, 'Microcytes seen')).toMatchObject({ valueString: 'Microcytes seen' })
  })

  it('gives no flag and no code for a unit that could not be converted', () => {
    const foreign = { ...resultOf(haemoglobin, 11.2), flag: null, interval: '', bounds: null }
    const [one] = resourcesOf(
      documentWith({ results: [{ ...foreign, foreignUnit: 'mmol/L' }] }),
      'Observation',
    )
    expect(one?.valueQuantity).toEqual({ value: 11.2, unit: 'mmol/L' })
    expect(one).not.toHaveProperty('interpretation')
    expect(one).toHaveProperty('note')
  })
})

describe('what was exported', () => {
  it('is read back with the same values, for every parameter of the catalogue', () => {
    for (const parameter of allParameters.values()) {
      const expected = { parameters: allParameters, ordered: new Set<string>() }
      fc.assert(
        fc.property(valuesOf(parameter), (value) => {
          const result = resultOf(parameter, value)
          const document = JSON.parse(JSON.stringify(documentWith({ results: [result] })))
          const [again] = readFhir(document, expected).values
          expect(again?.code).toBe(parameter.code)
          const before = readValue(parameter, value)
          const after = readValue(parameter, again?.value ?? '')
          if ('refused' in before || 'refused' in after) throw new Error('not a value')
          const { text, ...numbers } = after.reading
          if (parameter.decimals === null) expect(text).toBe(result.text)
          else expect(numbers).toEqual({ ...before.reading, text: undefined })
        }),
        { numRuns: 8 },
      )
    }
  })

  it('is read back with its comments, patient, time and method', () => {
    // the note that says so is no comment of the laboratory
    const results = [{ ...resultOf(haemoglobin, 11.2), method: 'Impedance', isForOtherAges: true }]
    const missing = [{ code: 'WBC', name: 'Total leucocyte count', loinc: '6690-2' }]
    expect(
      readFhir(documentWith({ results, missing, isPartial: true }), {
        parameters: allParameters,
        ordered: new Set(),
      }),
    ).toEqual({
      values: [{ code: 'HGB', value: 11.2, method: 'Impedance', isCorrection: false, flag: null }],
      withdrawn: [],
      isPartial: true,
      attachment: null,
      doctorComments: 'Mild anaemia <b>&</b>\nrepeat in a month',
      isReviewed: true,
      effective: '2026-11-20T01:40:00.000Z',
      subject: { names: ['Asha Rao'], birthDate: '1990-05-31', sex: 'female' },
    })
  })
})

describe('the collection of a person', () => {
  async function textOf(...parts: ExportedReport[][]): Promise<string> {
    async function* read() {
      yield* parts
    }
    let text = ''
    for await (const piece of collectionText(read(), { id: idOf('person'), at, idOf })) text += piece
    return text
  }

  it('has each report, and what reports share once', async () => {
    const [first, second] = ['a', 'b'].map((id) =>
      exportedReport({ id, results: [resultOf(haemoglobin, 11.2)] }),
    ) as [ExportedReport, ExportedReport]
    const bundle = JSON.parse(await textOf([first], [], [second]))
    expect(bundle).toMatchObject({ resourceType: 'Bundle', type: 'collection' })
    expect(resourcesOf(bundle, 'DiagnosticReport')).toHaveLength(2)
    expect(resourcesOf(bundle, 'Patient')).toHaveLength(1)
    expect(resourcesOf(bundle, 'Observation')).toHaveLength(2)
  })

  it('of somebody without reports has no list of entries, because FHIR allows no empty one', async () => {
    expect(JSON.parse(await textOf())).not.toHaveProperty('entry')
  })
})
