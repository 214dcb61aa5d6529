import { readFileSync } from 'node:fs'
import { haemoglobin, someParameters } from '@jaanch/catalogue/testing/parameters'
import { describe, expect, it } from 'vitest'
import { readValues } from '../results/values.ts'
import { orRefusal } from '../testing/or-refusal.ts'
import { loincSystem, parameterSystem, snomedSystem, ucumSystem } from './api.ts'
import { readFhir } from './fhir.ts'

function fixture<Shape>(name: string): Shape {
  return JSON.parse(readFileSync(new URL(`fixtures/fhir-${name}.json`, import.meta.url), 'utf8'))
}
type Resource = Record<string, unknown> & { id: string }
const good = fixture<Resource>('report')
const observations = fixture<Resource[]>('observations')
const bad = fixture<Resource>('bad')
const expected = { parameters: someParameters, ordered: new Set<string>() }

function bundleOf(...resources: unknown[]) {
  return { resourceType: 'Bundle', type: 'collection', entry: resources.map((resource) => ({ resource })) }
}
/** A report with one observation. */
function about(observation: Record<string, unknown>, report: Record<string, unknown> = {}) {
  return bundleOf(
    { ...good, result: [{ reference: 'Observation/o1' }], ...report },
    { ...observations[0], valueQuantity: undefined, ...observation },
  )
}
const loinc = (code: string) => ({ coding: [{ system: loincSystem, code }] })
const quantity = (value: number, code: string, more = {}) => ({
  valueQuantity: { value, unit: code, code, system: ucumSystem, ...more },
})
const read = (body: unknown, what = expected) => orRefusal(() => readFhir(body, what))
const sentValue = (body: unknown, what = expected) => orRefusal(() => readFhir(body, what).values[0]?.value)

describe("a laboratory's report", () => {
  it('is read from a bundle', () => {
    const message = readFhir(bundleOf(good, ...observations), expected)
    expect(message).toEqual({
      values: [
        { code: 'HGB', value: 11.2, isCorrection: false, flag: null },
        { code: 'WBC', value: 7.1, isCorrection: false, flag: null },
        { code: 'PLT', value: 265, isCorrection: false, flag: null },
      ],
      withdrawn: [],
      isPartial: false,
      attachment: null,
      doctorComments: 'Mild anaemia; correlate clinically.',
      isReviewed: true,
      effective: '2026-11-20T07:10:00+05:30',
      subject: { names: [], birthDate: null, sex: null },
    })
    expect(readValues(message.values, expected)).toHaveLength(3)
  })

  it('is read from a report that contains its observations', () => {
    const contained = {
      ...good,
      contained: observations,
      result: observations.map(({ id }) => ({ reference: `#${id}` })),
    }
    expect(readFhir(contained, expected)).toEqual(readFhir(bundleOf(good, ...observations), expected))
  })

  it('is read from a bundle with full URLs and any kind of reference [V1.3.6]', () => {
    const urls = ['urn:uuid:6f0e', 'https://lab.example.in/fhir/Observation/o2', undefined]
    const entry = observations.map((resource, index) => ({ fullUrl: urls[index], resource }))
    const references = [
      'urn:uuid:6f0e',
      'Observation/o2',
      'https://lab.example.in/fhir/Observation/o3/_history/4',
    ]
    const report = { ...good, result: references.map((reference) => ({ reference })) }
    expect(
      readFhir({ resourceType: 'Bundle', entry: [{ resource: report }, ...entry] }, expected),
    ).toHaveProperty('values.length', 3)
  })

  it('is read from a panel whose members have the values', () => {
    const panel = {
      ...observations[0],
      id: 'panel',
      code: loinc('58410-2'),
      valueQuantity: undefined,
      hasMember: observations.map(({ id }) => ({ reference: `Observation/${id}` })),
    }
    const report = { ...good, result: [{ reference: 'Observation/panel' }] }
    expect(readFhir(bundleOf(report, panel, ...observations), expected)).toHaveProperty('values.length', 3)
  })
})

describe('an invalid message is refused with the name of the element', () => {
  it('for the bad example [V16.5.2]', () => {
    expect(read(bad)).toBe('DiagnosticReport.status is required; DiagnosticReport.result must be a list.')
  })

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'resourceType must be Bundle or DiagnosticReport.'],
    ['a list', [good], 'resourceType must be Bundle or DiagnosticReport.'],
    ['another resource', { resourceType: 'Patient' }, 'resourceType must be Bundle or DiagnosticReport.'],
    ['a bundle without a report', bundleOf(...observations), 'Bundle.entry must have a DiagnosticReport.'],
    [
      'two reports',
      bundleOf(good, { ...good, id: 'dr2' }),
      'Bundle.entry must have one DiagnosticReport, not 2.',
    ],
    ['an empty bundle', { resourceType: 'Bundle', entry: [] }, 'Bundle.entry must not be empty.'],
    [
      'an observation that is not there',
      good,
      'DiagnosticReport.result[0].reference: Observation/o1 is not in the message.',
    ],
    [
      'one id for two',
      bundleOf(good, observations[0], observations[0]),
      'Bundle.entry[2].resource: Observation/o1 comes twice.',
    ],
    [
      'one result twice',
      bundleOf(
        { ...good, result: [{ reference: 'Observation/o1' }, { reference: 'Observation/o1' }] },
        observations[0],
      ),
      'DiagnosticReport.result[1].reference: Observation/o1 comes twice.',
    ],
    [
      'a result that is no observation',
      bundleOf({ ...good, result: [{ reference: 'Specimen/s1' }] }, { resourceType: 'Specimen', id: 's1' }),
      'DiagnosticReport.result[0].reference must lead to an Observation.',
    ],
    ['no results', { ...good, result: [] }, 'DiagnosticReport.result must not be empty.'],
    ['no patient', { ...good, subject: undefined }, 'DiagnosticReport.subject is required.'],
    [
      'a status of its own',
      { ...good, status: 'done' },
      'DiagnosticReport.status must be one of: registered, partial, preliminary, final, amended, corrected, appended, cancelled, entered-in-error, unknown.',
    ],
    [
      'a date that no calendar has',
      { ...good, effectiveDateTime: '2026-13-40' },
      'DiagnosticReport.effectiveDateTime must be a date that exists.',
    ],
    [
      'another patient',
      about({ ...quantity(11, 'g/dL'), subject: { reference: 'Patient/p2' } }),
      'Observation/o1.subject is another than DiagnosticReport.subject.',
    ],
    ['no value', about({}), 'Observation/o1.value[x] is required.'],
    [
      'a number without a unit',
      about({ valueQuantity: { value: 11 } }),
      'Observation/o1.valueQuantity.code is required: the unit in UCUM, here g/dL.',
    ],
    [
      'another unit',
      about(quantity(6.8, 'mmol/L')),
      'Observation/o1.valueQuantity.code must be g/dL for Haemoglobin, not mmol/L.',
    ],
    [
      'a unit of another system',
      about(quantity(11, 'g/dL', { system: 'urn:local' })),
      'Observation/o1.valueQuantity.system must be http://unitsofmeasure.org.',
    ],
    [
      'a text for a number',
      about({ valueString: 'eleven' }),
      'Observation/o1.valueQuantity is required: Haemoglobin is a number in g/dL.',
    ],
    [
      'a negative number',
      about(quantity(-1, 'g/dL')),
      'Observation/o1.value[x]: HGB must be a number from 0 to 1000000000.',
    ],
    [
      'a code of another system',
      about({ ...quantity(11, 'g/dL'), code: { text: 'Hb' } }),
      'Observation/o1.code.coding must have a code of the system http://loinc.org.',
    ],
    [
      'an unknown code',
      about({ ...quantity(11, 'g/dL'), code: loinc('30313-1') }),
      'Observation/o1.code.coding: LOINC 30313-1 is not in the catalogue.',
    ],
    [
      'an observation of a wrong shape',
      about({ valueQuantity: { value: '11' } }),
      'Observation/o1.valueQuantity.value must be a number.',
    ],
  ])('for %s', (_, body, sentence) => {
    expect(read(body)).toBe(sentence)
  })

  it('for a test that was not ordered', () => {
    expect(read(about(quantity(11, 'g/dL')), { ...expected, ordered: new Set(['TSH']) })).toBe(
      'Observation/o1.code: Haemoglobin (HGB) was not ordered.',
    )
  })
})

describe('the status', () => {
  const send = (status: string, observationStatus = 'final') =>
    read(about({ ...quantity(11, 'g/dL'), status: observationStatus }, { status }))

  it('appended adds results, which correct nothing', () => {
    expect(send('appended')).toMatchObject({
      isPartial: false,
      values: [{ code: 'HGB', isCorrection: false }],
    })
  })

  it.each(['amended', 'corrected'])(
    '%s makes the results corrections that say so themselves, or all of them if none does',
    (status) => {
      const corrections = (...statuses: string[]) => {
        const sent = observations.map((one, index) => ({ ...one, status: statuses[index] ?? 'final' }))
        const { values } = readFhir(bundleOf({ ...good, status }, ...sent), expected)
        return values.map(({ isCorrection }) => isCorrection)
      }
      expect(corrections()).toEqual([true, true, true])
      expect(corrections('final', 'corrected')).toEqual([false, true, false])
      expect(corrections('amended')).toEqual([true, false, false])
    },
  )

  it('partial says that more results are to come', () => {
    expect(send('partial')).toMatchObject({ isPartial: true, values: [{ code: 'HGB' }] })
    expect(send('final')).toMatchObject({ isPartial: false })
  })

  it('entered-in-error of an observation takes its result back, whatever its value, even if it is the only one', () => {
    expect(send('corrected', 'entered-in-error')).toMatchObject({ values: [], withdrawn: ['HGB'] })
    expect(readFhir(about({ status: 'entered-in-error' }), expected)).toMatchObject({ withdrawn: ['HGB'] })
  })

  it.each(['registered', 'preliminary'])('%s is not final yet', (status) => {
    expect(send(status)).toBe(`DiagnosticReport.status is ${status}: send it when it is final.`)
  })

  it.each(['cancelled', 'entered-in-error'])('%s can not be released', (status) => {
    const why = `is ${status}: it can't be released. A correction comes as corrected or amended.`
    expect(send(status)).toBe(`DiagnosticReport.status ${why}`)
  })

  it('of an observation is checked too', () => {
    expect(send('final', 'preliminary')).toBe(
      'Observation/o1.status is preliminary: send it when it is final.',
    )
    expect(send('final', 'corrected')).toMatchObject({ values: [{ code: 'HGB', isCorrection: true }] })
  })
})

describe('a value', () => {
  it('is converted exactly if units differ by a power of ten', () => {
    expect(sentValue(about(quantity(112, 'g/L')))).toBe(11.2)
    expect(sentValue(about({ ...quantity(265, '10*9/L'), code: loinc('777-3') }))).toBe(265)
    expect(sentValue(about({ ...quantity(7100, '/uL'), code: loinc('6690-2') }))).toBe(7.1)
    expect(sentValue(about({ ...quantity(2.31, 'm[IU]/L'), code: loinc('3016-3') }))).toBe(2.31)
    expect(sentValue(about({ ...quantity(0.29, 'ug/mL{FEU}'), code: loinc('48065-7') }))).toBe(290)
  })

  it('is not converted if an annotation makes it another quantity', () => {
    expect(sentValue(about({ ...quantity(290, 'ng/mL'), code: loinc('48065-7') }))).toBe(
      'Observation/o1.valueQuantity.code must be ng/mL{FEU} for D-dimer (FEU), not ng/mL.',
    )
  })

  it('is refused if its code and its displayed unit are two units, also where one of them is none', () => {
    expect(sentValue(about(quantity(112, 'g/dL', { unit: 'g/L' })))).toBe(
      'Observation/o1.valueQuantity: the code and the unit contradict each other: g/dL and g/L.',
    )
    expect(sentValue(about(quantity(11.2, 'g/dL', { unit: 'grams per decilitre' })))).toBe(11.2)
    const inr = { ...haemoglobin, code: 'INR', name: 'INR', loinc: '6301-6', ucum: '{INR}', unit: '' }
    const parameters = new Map([['INR', inr]])
    const sent = (valueQuantity: unknown) =>
      sentValue(about({ code: loinc('6301-6'), valueQuantity }), { ...expected, parameters })
    expect(sent({ value: 1.1 })).toBe(1.1)
    expect(sent({ value: 1.1, unit: 'ratio', code: '1', system: ucumSystem })).toBe(1.1)
    expect(sent({ value: 85, unit: '%' })).toBe(
      'Observation/o1.valueQuantity.unit must be {INR} for INR, not %.',
    )
    expect(sent({ value: 85, unit: '%', code: '1', system: ucumSystem })).toContain('contradict each other')
  })

  it('is a bound if it is flagged as above or below what the instrument measures', () => {
    const flagged = (code: string, more = {}) =>
      sentValue(about({ ...quantity(25, 'g/dL', more), interpretation: [{ coding: [{ code }] }] }))
    expect(flagged('>')).toBe('>25')
    expect(flagged('<')).toBe('<25')
    expect(flagged('<', { comparator: '>' })).toBe(
      'Observation/o1.interpretation: the flag < contradicts the value >25.',
    )
  })

  it('keeps its comparator', () => {
    expect(
      sentValue(about({ ...quantity(0.01, 'm[IU]/L', { comparator: '<' }), code: loinc('3016-3') })),
    ).toBe('<0.01')
    expect(sentValue(about(quantity(1, 'g/L', { comparator: '<' })))).toBe('<0.1')
  })

  it('can be a text, a display or a SNOMED code', () => {
    const code = loinc('5196-1')
    expect(sentValue(about({ code, valueString: 'non reactive' }))).toBe('Non-reactive')
    expect(sentValue(about({ code, valueCodeableConcept: { coding: [{ display: 'Reactive' }] } }))).toBe(
      'Reactive',
    )
    const coding = [{ system: snomedSystem, code: '131194007' }]
    expect(sentValue(about({ code, valueCodeableConcept: { coding } }))).toBe('Non-reactive')
    expect(sentValue(about({ code, valueCodeableConcept: { coding, text: 'Reactive' } }))).toBe(
      'Observation/o1.value[x] contradicts itself: Reactive and Non-reactive.',
    )
    const text = 'Reactive (S/CO 12.4)'
    expect(sentValue(about({ code, valueCodeableConcept: { coding, text } }))).toBe(
      'Observation/o1.value[x] says "Reactive (S/CO 12.4)" too, which is none of: Non-reactive, Reactive.',
    )
    expect(sentValue(about({ code, valueString: 'maybe' }))).toBe(
      'Observation/o1.value[x] of HBsAg must be one of: Non-reactive, Reactive.',
    )
  })

  it("keeps the laboratory's own critical flag HH, LL or AA and no other", () => {
    const flagOf = (...codes: string[]) => {
      const interpretation = codes.map((code) => ({ coding: [{ code }] }))
      return readFhir(about({ ...quantity(11, 'g/dL'), interpretation }), expected).values[0]?.flag
    }
    for (const code of ['HH', 'LL', 'AA']) expect(flagOf('A', code)).toBe('critical')
    expect(flagOf('L')).toBeNull()
    const inWords = readFhir(
      about({ ...quantity(11, 'g/dL'), interpretation: [{ text: 'Critical low' }] }),
      expected,
    )
    expect(inWords).toMatchObject({ values: [{ flag: 'critical' }] })
  })

  it('may be missing with a reason if another observation has one', () => {
    const missing = { ...observations[1], valueQuantity: undefined, dataAbsentReason: { text: 'haemolysed' } }
    const rest = [observations[0], missing, observations[2]]
    expect(readFhir(bundleOf(good, ...rest), expected)).toMatchObject({
      values: [{ code: 'HGB' }, { code: 'PLT' }],
    })
    expect(read(about({ dataAbsentReason: { text: 'haemolysed' } }))).toBe(
      'DiagnosticReport.result leads to no value.',
    )
  })
})

describe('a LOINC code of several parameters', () => {
  const twin = { ...haemoglobin, code: 'HGB2', name: 'Haemoglobin, capillary' }
  const parameters = new Map([...someParameters, ['HGB2', twin]])
  const readOrdered = (ordered: string[], code: unknown = observations[0]?.code) =>
    read(about({ ...quantity(11, 'g/dL'), code }), { parameters, ordered: new Set(ordered) })

  it('means the one that was ordered', () => {
    expect(readOrdered(['HGB2'])).toMatchObject({ values: [{ code: 'HGB2' }] })
  })

  it('requires our own code if both were ordered', () => {
    expect(readOrdered(['HGB', 'HGB2'])).toBe(
      `Observation/o1.code.coding: LOINC 718-7 can be HGB or HGB2: say which with the system ${parameterSystem}.`,
    )
    const own = { coding: [{ system: parameterSystem, code: 'HGB2' }, ...loinc('718-7').coding] }
    expect(readOrdered(['HGB', 'HGB2'], own)).toMatchObject({ values: [{ code: 'HGB2' }] })
  })

  it('that is not that of our own code is refused', () => {
    const code = { coding: [{ system: parameterSystem, code: 'HGB' }, ...loinc('6690-2').coding] }
    expect(readOrdered(['HGB'], code)).toBe(
      'Observation/o1.code.coding: HGB has the LOINC code 718-7, not 6690-2.',
    )
  })

  it('can be replaced by our own code for a parameter without LOINC code', () => {
    const code = { coding: [{ system: parameterSystem, code: 'STYM' }] }
    expect(sentValue(about({ code, valueString: 'Positive' }))).toBe('Positive')
  })
})
