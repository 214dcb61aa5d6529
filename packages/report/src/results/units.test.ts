import { readFileSync } from 'node:fs'
import type { Parameter } from '@jaanch/catalogue/parameters/parameter'
import { unitSpellings } from '@jaanch/catalogue/parameters/unit-spellings'
import { convert, formulaOf, unitOf } from '@jaanch/catalogue/parameters/units'
import { molarMassOf, scales, special, substances } from '@jaanch/catalogue/parameters/units-table'
import { catalogueFile, parametersIn } from '@jaanch/catalogue/testing/starter'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orRefusal } from '../testing/or-refusal.ts'
import { type ReportedValue, readValues } from './values.ts'

const parameters = new Map(
  [...parametersIn(readFileSync(catalogueFile, 'utf8'))].map(([code, one]) => [
    code,
    { ...one, male: null, female: null },
  ]),
)
const parameter = (code: string) => parameters.get(code) as Parameter
const numbers = [...parameters.values()].filter(({ decimals }) => decimals !== null)

/**
 * By hand, with molar masses to the published digits: value × molar mass × 10^(scales), then the catalogue's decimals.
 * The comment has the calculation in the catalogue's unit.
 */
const byHand: readonly [code: string, value: number | string, unit: string, expected: number | string][] = [
  // HbA1c: 0.09148 × 48 + 2.152 = 6.54304; × 47.53 + 2.152 = 6.50004; × 97 + 2.152 = 11.02556
  ['A1C', 48, 'mmol/mol', 6.5],
  ['A1C', 47.53, 'mmol/mol', 6.5],
  ['A1C', 97, 'mmol/mol', 11],
  // glucose: 5.5 mmol/L × 180.156 g/mol / 10 = 99.0858; 7.0 → 126.1092; 11.1 → 199.97; 8.6 → 154.93
  ['FBS', 5.5, 'mmol/L', 99],
  ['FBS', 7, 'mmol/L', 126],
  ['PPBS', 11.1, 'mmol/L', 200],
  ['RBS', 11.1, 'mmol/l', 200],
  ['EAG', 8.6, 'mmol/L', 155],
  // cholesterol: 5.2 × 386.664 / 10 = 201.065; 1.0 → 38.666; 3.4 → 131.466; 0.8 → 30.933; 4.1 → 158.53
  ['CHOL', 5.2, 'mmol/L', 201],
  ['HDL', 1, 'mmol/L', 39],
  ['LDL', 3.4, 'mmol/L', 131],
  ['VLDL', 0.8, 'mmol/L', 31],
  ['NHDL', 4.1, 'mmol/L', 159],
  // triolein: 1.7 × 885.453 / 10 = 150.527
  ['TRIG', 1.7, 'mmol/L', 151],
  // creatinine: 88.4 µmol/L × 113.12 / 10^4 = 0.99998; urine: 10 mmol/L × 113.12 / 10 = 113.12
  ['CREA', 88.4, 'umol/L', 1],
  ['CREA', 120, 'µmol/L', 1.36],
  ['UCREA', 10, 'mmol/L', 113],
  // urea: 5 × 60.056 / 10 = 30.028; its nitrogen: 5 × 28.014 / 10 = 14.007
  ['UREA', 5, 'mmol/L', 30],
  ['BUN', 5, 'mmol/L', 14],
  // uric acid: 400 µmol/L × 168.112 / 10^4 = 6.72448
  ['URIC', 400, 'µmol/L', 6.7],
  // bilirubin: 20 × 584.673 / 10^4 = 1.16935; 5 → 0.29234; 15 → 0.87701
  ['TBIL', 20, 'µmol/L', 1.17],
  ['DBIL', 5, 'umol/L', 0.29],
  ['IBIL', 15, 'umol/L', 0.88],
  // calcium: 2.4 × 40.078 / 10 = 9.61872; phosphorus: 1.2 × 30.974 / 10 = 3.71688; magnesium: 0.85 × 24.305 / 10 = 2.06593
  ['CA', 2.4, 'mmol/L', 9.6],
  ['PHOS', 1.2, 'mmol/L', 3.7],
  ['MG', 0.85, 'mmol/L', 2.1],
  // TSH and insulin: units are international ones, and one in a thousand mL is one in a litre
  ['TSH', 2.31, 'mU/L', 2.31],
  ['TSH', 2.31, 'mIU/L', 2.31],
  ['TSH', '<0.005', 'µU/mL', '<0.005'],
  ['INSF', 7.5, 'mU/L', 7.5],
  ['INSF', 7.5, 'µU/ml', 7.5],
  ['INSF', 7.5, 'mIU/L', 7.5],
  // iron: 20 µmol/L × 55.845 / 10 = 111.69; 60 → 335.07
  ['IRON', 20, 'µmol/L', 112],
  ['TIBC', 60, 'umol/L', 335],
  // T3: 2.0 nmol/L × 650.97 / 10 = 130.19; FT3: 5.0 pmol/L × 650.97 / 1000 = 3.25485
  ['T3', 2, 'nmol/L', 130],
  ['FT3', 5, 'pmol/L', 3.25],
  // T4: 100 nmol/L × 776.87 / 10^4 = 7.7687; FT4: 15 pmol/L × 776.87 / 10^4 = 1.16530
  ['T4', 100, 'nmol/L', 7.8],
  ['FT4', 15, 'pmol/L', 1.17],
  // 25-OH-D3: 75 nmol/L × 400.645 / 1000 = 30.048
  ['VITD', 75, 'nmol/L', 30],
  // cyanocobalamin: 200 pmol/L × 1355.37 / 1000 = 271.07; folic acid: 10 nmol/L × 441.40 / 1000 = 4.414
  ['B12', 200, 'pmol/L', 271],
  ['FOL', 10, 'nmol/L', 4.4],
  // homocysteine: 2 mg/L / 135.18 × 1000 = 14.795
  ['HCY', 2, 'mg/L', 14.8],
  // oestradiol: 200 pmol/L × 272.388 / 1000 = 54.478; progesterone: 10 nmol/L × 314.469 / 1000 = 3.14469
  ['E2', 200, 'pmol/L', 54],
  ['PROG', 10, 'nmol/L', 3.14],
  // testosterone: 15 nmol/L × 288.431 / 10 = 432.65; cortisol: 400 nmol/L × 362.466 / 10^4 = 14.4986
  ['TESTO', 15, 'nmol/L', 433],
  ['CORT', 400, 'nmol/L', 14.5],
  // DHEA sulphate: 5 µmol/L × 368.488 / 10 = 184.24
  ['DHEAS', 5, 'µmol/L', 184],
  // urine albumin: 3.4 mg/mmol × 1000 / 113.12 g/mol = 30.057 mg/g
  ['UACR', 3.4, 'mg/mmol', 30],
  // without rounding: haematocrit × 100; µkat × 60; equivalents of one charge
  ['HCT', 0.42, 'L/L', 42],
  ['ALT', 0.5, 'µkat/L', 30],
  ['ALP', 120, 'IU/L', 120],
  ['NA', 140, 'mEq/L', 140],
  ['K', 4.25, 'mEq/l', 4.25],
  ['CL', 101, 'meq/L', 101],
  // the decimal point moves
  ['HGB', 125, 'g/L', 12.5],
  ['PLT', 2.5, 'lakhs/cumm', 250],
  ['PLT', 250_000, '/cumm', 250],
  ['WBC', 7800, 'cells/cumm', 7.8],
  ['WBC', 7.8, '10^9/L', 7.8],
  ['RBC', 4.7, 'mill/cumm', 4.7],
  ['AEC', 320, 'cells/cu.mm', 0.32],
  ['TSH', 2.53, 'mIU/L', 2.53],
  ['TSH', 2.53, 'uIU/mL', 2.53],
  ['CRP', 1.2, 'mg/dL', 12],
  ['FERR', 45, 'µg/L', 45],
  ['TROPI', 0.012, 'ng/mL', 12],
  ['DDIM', 0.35, 'µg/mL FEU', 350],
  ['TESTO', 4.5, 'ng/ml', 450],
  ['FSH', 6.1, 'IU/L', 6.1],
  ['ESR', 12, 'mm/1st hr', 12],
  // bounds keep three digits: 0.3 µmol/L × 584.673 / 10^4 = 0.01754; ranges the decimals of the parameter
  ['DBIL', '<0.3', 'umol/L', '<0.0175'],
  ['TSH', '<0.005', 'mIU/L', '<0.005'],
  ['FBS', '5-6', 'mmol/L', '90-108'],
]

describe('a value in another unit', () => {
  it.each(byHand)('%s %s %s is %s in the unit of the catalogue', (code, value, unit, expected) => {
    expect(convert(parameter(code), value, unit)).toEqual({ value: expected })
  })

  it('each substance and each equation has a conversion that is computed by hand above', () => {
    const listed = new Set<string>(byHand.map(([code]) => code))
    const molar = substances.flatMap((one) => one.analytes)
    expect(molar.filter((analyte) => !listed.has(analyte))).toEqual([])
    const equations = special.filter(({ analytes }) => !analytes.some((analyte) => listed.has(analyte)))
    expect(equations).toEqual([])
  })

  it('a result is converted for each LOINC code of its analyte, also that of its amount of substance', () => {
    const molar = { ...parameter('CREA'), loinc: '14682-9', ucum: 'umol/L', unit: 'µmol/L', decimals: 0 }
    expect(convert(molar, 1, 'mg/dL')).toEqual({ value: 88 })
    expect(convert({ ...molar, loinc: null }, 1, 'mg/dL')).toHaveProperty('refused')
  })

  it('an HbA1c value in mmol/mol is not converted to IFCC percent, because the equation gives NGSP percent', () => {
    const ifcc = { ...parameter('A1C'), loinc: '59261-8' }
    expect(convert(ifcc, 53, 'mmol/mol')).toHaveProperty('refused')
    const inMmol = { ...ifcc, ucum: 'mmol/mol', unit: 'mmol/mol', decimals: 0 }
    expect(convert(inMmol, 7, '%')).toEqual({ value: 53 })
  })

  it.each([
    ['1558-6', 18.016, 'mmol/L', 'mg/dL'],
    ['2093-3', 38.67, 'mmol/L', 'mg/dL'],
    ['2571-8', 88.57, 'mmol/L', 'mg/dL'],
    ['2160-0', 88.42, 'mg/dL', 'umol/L'],
    ['1975-2', 17.1, 'mg/dL', 'umol/L'],
    ['3084-1', 59.48, 'mg/dL', 'umol/L'],
    ['17861-6', 0.2495, 'mg/dL', 'mmol/L'],
    ['19123-9', 0.4114, 'mg/dL', 'mmol/L'],
    ['2777-1', 0.3229, 'mg/dL', 'mmol/L'],
    ['3094-0', 0.357, 'mg/dL', 'mmol/L'],
    ['1989-3', 2.496, 'ng/mL', 'nmol/L'],
    ['2986-8', 3.467, 'ng/mL', 'nmol/L'],
    ['2839-9', 3.18, 'ng/mL', 'nmol/L'],
    ['9813-7', 27.59, 'ug/dL', 'nmol/L'],
    ['2243-4', 3.671, 'pg/mL', 'pmol/L'],
    ['3026-2', 12.87, 'ug/dL', 'nmol/L'],
  ])('%s has the factor %d of published tables from %s to %s', (loinc, published, from, to) => {
    const { factor = 0 } = formulaOf(loinc, from, to) ?? {}
    expect(Math.abs(factor / published - 1)).toBeLessThan(0.0011)
  })

  it('never makes a zero of a number that is not one', () => {
    // 0.001 nmol/L × 288.431 g/mol / 10 = 0.0288 ng/dL of testosterone, which has no decimals
    expect(convert(parameter('TESTO'), 0.001, 'nmol/L')).toEqual({ value: 0.0288 })
    expect(convert(parameter('TESTO'), 0, 'nmol/L')).toEqual({ value: 0 })
  })

  it('comes back as it was, within the rounding', () => {
    const pairs = numbers.flatMap(({ loinc, ucum }) =>
      ucum === null
        ? []
        : [...new Set(unitSpellings.values())].flatMap((from) =>
            formulaOf(loinc, from, ucum) ? [{ loinc, from, to: ucum }] : [],
          ),
    )
    expect(pairs.length).toBeGreaterThan(500)
    fc.assert(
      fc.property(
        fc.constantFrom(...pairs),
        fc.double({ min: 0.001, max: 1e5, noNaN: true }),
        (pair, value) => {
          const forth = formulaOf(pair.loinc, pair.from, pair.to)
          const back = formulaOf(pair.loinc, pair.to, pair.from)
          if (!forth || !back) return false
          const result = (value * forth.factor + forth.offset) * back.factor + back.offset
          return Math.abs(result - value) <= 1e-9 * Math.max(1, value)
        },
      ),
    )
  })
})

describe('a unit that is not permitted', () => {
  const read = (value: ReportedValue) => readValues([value], { parameters, ordered: new Set() })

  it.each([
    // depends on the standard or the assay
    ['INSF', 'pmol/L'],
    ['PRL', 'mIU/L'],
    ['LPA', 'nmol/L'],
    ['HGB', 'mmol/L'],
    ['AFP', 'IU/mL'],
    ['IGE', 'ng/mL'],
    ['CPEP', 'nmol/L'],
    ['PTH', 'pmol/L'],
    ['DDIM', 'ng/mL'],
    ['DDIM', 'ng/mL DDU'],
    ['ATPO', 'U/mL'],
    // two charges
    ['CA', 'mEq/L'],
    ['MG', 'mEq/L'],
    // UCUM's own reading would be 65 mmol/mol for 6.5 %
    ['FBS', 'mmol/mol'],
    ['TSAT', 'mmol/mol'],
    // a percentage of cells is no count
    ['NEUT', '10*3/uL'],
    ['WBC', '%'],
    ['HGB', 'parsec'],
    ['HGB', '%'],
    ['HGB', '1'],
  ])('is refused: %s in %s', (code, unit) => {
    expect(convert(parameter(code), 5, unit)).toHaveProperty('refused')
  })

  it('never passes silently: the value is converted by a formula, or stays as it was sent with its unit', () => {
    const units = fc.oneof(
      fc.constantFrom(...unitSpellings.keys(), ...scales.flatMap(Object.keys)),
      fc.string({ minLength: 1, maxLength: 12 }),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...numbers),
        units,
        fc.integer({ min: 1, max: 9999 }),
        (of, unit, value) => {
          // nothing, and how UCUM writes that a number has no unit
          if (/^(1|\{[^}]*\}|\[pH\])?$/.test(unit.trim())) return true
          const results = orRefusal(() => read({ code: of.code, value, unit }))
          if (typeof results === 'string') return true
          const [result] = results
          const from = unit === of.unit || unit === of.ucum ? (of.ucum ?? undefined) : unitOf(unit)
          const formula = from && formulaOf(of.loinc, from, of.ucum ?? '1')
          if (!formula) return result?.foreignUnit === unit.trim() && result.stored === value
          return result?.foreignUnit === null
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('leaves the number as it was sent', () => {
    const [sent, bound] = [0.0451, '<0.5'].map((value) => read({ code: 'PRL', value, unit: 'mIU/L' }))
    expect(sent).toMatchObject([
      { stored: 0.0451, foreignUnit: 'mIU/L', reading: { from: 0.0451, text: '0.0451' } },
    ])
    expect(bound).toMatchObject([{ stored: '<0.5', foreignUnit: 'mIU/L', reading: { text: '<0.5' } }])
  })

  it('is an error with a text', () => {
    expect(() => read({ code: 'HBSAG', value: 'Reactive', unit: 'mg/dL' })).toThrow(
      'values[0].unit: HBSAG is a text and has no unit.',
    )
  })
})

describe('the spelling of a unit', () => {
  it.each([
    ['gm/dl', 'g/dL'],
    ['gms%', 'g/dL'],
    ['GM %', 'g/dL'],
    ['g/100 ml', 'g/dL'],
    ['mg%', 'mg/dL'],
    ['MG/DL', 'mg/dL'],
    ['mgs/dl.', 'mg/dL'],
    ['mcg/dL', 'ug/dL'],
    ['μg/dl', 'ug/dL'],
    ['µg/dl', 'ug/dL'],
    ['uIU/mL', 'u[IU]/mL'],
    ['µIU/ml', 'u[IU]/mL'],
    ['μIU/mL', 'u[IU]/mL'],
    ['mIU/L', 'm[IU]/L'],
    ['mm/hr', 'mm/h'],
    ['mm/1st hr', 'mm/h'],
    ['mm 1st hour', 'mm/h'],
    ['mm / hour', 'mm/h'],
    ['lakhs/cumm', '10*5/mm3'],
    ['lakh/µL', '10*5/uL'],
    ['Lacs/cu.mm', '10*5/mm3'],
    ['cells/cumm', '/mm3'],
    ['/cumm', '/mm3'],
    ['per cu mm', '/mm3'],
    ['thou/µL', '10*3/uL'],
    ['x10³/µL', '10*3/uL'],
    ['×10^3 /uL', '10*3/uL'],
    ['10^3/µl', '10*3/uL'],
    ['10⁹/L', '10*9/L'],
    ['mill/cumm', '10*6/mm3'],
    ['million/cmm', '10*6/mm3'],
    ['mEq/L', 'meq/L'],
    ['IU/L', '[IU]/L'],
    ['U/L', 'U/L'],
    ['Units/L', 'U/L'],
    ['Secs', 's'],
    ['seconds', 's'],
    ['%', '%'],
    ['percent', '%'],
    ['fl', 'fL'],
    ['cu microns', 'um3'],
    ['/hpf', '/[HPF]'],
    ['mL/min/1.73 m²', 'mL/min/{1.73_m2}'],
    ['ml/min/1.73sq.m', 'mL/min/{1.73_m2}'],
    ['Ratio', '{ratio}'],
    ['ng/mL FEU', 'ng/mL{FEU}'],
    ['10*3/uL', '10*3/uL'],
  ])('%s is %s', (text, unit) => {
    expect(unitOf(text)).toBe(unit)
  })

  it('of the catalogue itself is known', () => {
    const own = numbers.filter(({ unit, ucum }) => unit && unitOf(unit) === undefined && ucum !== null)
    expect(own.map(({ unit }) => unit)).toEqual([])
    expect(numbers.filter(({ ucum }) => unitOf(ucum ?? '1') === undefined).map(({ ucum }) => ucum)).toEqual(
      [],
    )
    const same = numbers.filter((of) => !('value' in convert(of, 5, of.unit || (of.ucum ?? '1'))))
    expect(same.map(({ code }) => code)).toEqual([])
  })

  it.each([
    ['pg/{cell}', 'pg'],
    ['{cells}/uL', '/uL'],
    ['10*3.{leukocytes}/uL', '10*3/uL'],
    ['%{WBC}', '%'],
    ['ug{FEU}/mL', 'ug/mL{FEU}'],
    ['{10^3}/uL', '10*3/uL'],
    ['mg/dL{DDU}', undefined],
    ['pg/{platelet', undefined],
  ])(
    'may have an annotation of UCUM, which counts only if it makes another quantity: %s is %s',
    (text, unit) => {
      expect(unitOf(text)).toBe(unit)
    },
  )

  it.each(['', 'mg', 'g', 'Mg/dl/x', 'kg/dL', 'mmHg', 'toString', '__proto__', '10^7/L'])(
    'is not known: %j',
    (text) => {
      expect(unitOf(text)).toBeUndefined()
    },
  )
})

describe('molar masses', () => {
  it.each([
    ['C6H12O6', 180.156],
    ['C33H36N4O6', 584.673],
    ['C63H88CoN14O14P', 1355.37],
    ['C15H11I4NO4', 776.87],
  ])('of %s are %d g/mol', (formula, expected) => {
    expect(molarMassOf(formula)).toBeCloseTo(expected, 1)
  })
})
