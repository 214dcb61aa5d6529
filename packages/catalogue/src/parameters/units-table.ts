/**
 * The units that a number may come in, beside that of its parameter: the only table of conversions. docs/units.md is made from it.
 * Codes are UCUM (https://ucum.org/ucum). Annotations in braces are part of the code: ng/mL{FEU} of D-dimer is about twice ng/mL.
 *
 * - Units of one scale differ by a power of ten: the decimal point moves, and nothing is rounded.
 * - Mass and amount of substance are converted for the substances that are named here, by their molar mass.
 * - A few conversions are equations of their own (`special`).
 *
 * Everything else is refused. In particular: insulin in mol (µIU/mL and pmol/L differ by 6.0 or 6.945, by the standard), prolactin (mIU/L depends on
 * the assay), lipoprotein (a) (nmol/L counts particles of different mass), haemoglobin (mmol/L of the monomer or of the tetramer), AFP and IgE
 * (mass against international units), troponin, ferritin, C-peptide, PTH, AMH and NT-proBNP in mol, IU against U of antibodies and markers.
 */

import type { Analyte } from './analytes.ts'

export const unitSources = {
  ucum: ['UCUM, metric prefixes', 'https://ucum.org/ucum'],
  ciaaw: [
    'IUPAC Commission on Isotopic Abundances and Atomic Weights, Standard Atomic Weights 2021',
    'https://www.ciaaw.org/atomic-weights.htm',
  ],
  msd: [
    'MSD Manual Professional, Unit of Measure Conversions: mmol = mg / formula weight, mEq = mmol × valence, 10 mg/dL = 10 mg%',
    'https://www.msdmanuals.com/uk/professional/resources/unit-of-measure-conversions/unit-of-measure-conversions',
  ],
  ngsp: [
    'NGSP, IFCC Standardization of HbA1c: NGSP = 0.09148 × IFCC + 2.152',
    'http://www.ngsp.org/ifcc.asp',
  ],
  enzymes: [
    'Units of enzymes: IU/L = U/L (Elephant Care International, Conversion of Conventional Chemistry Units to SI Units)',
    'http://www.elephantcare.org/convers.htm',
  ],
  whoTsh: [
    'WHO/BS/2023.2454, WHO 4th International Standards for TSH: its unit is the international one, and results are reported in mIU/L',
    'http://www.niangzao.biz/who-bs-2023-2454.html',
  ],
  knopp: [
    'Knopp et al., Insulin Units and Conversion Factors, J Diabetes Sci Technol 2019;13:597: conventional units of insulin are IU/mL or just U/mL',
    'https://doi.org/10.1177/1932296818805074',
  ],
} as const satisfies Record<string, readonly [title: string, url: string]>
export type UnitSource = keyof typeof unitSources

/** Units with their power of ten relative to the base unit of the scale. */
export type Scale = Readonly<Record<string, number>>

/** Base g/L */
export const mass: Scale = {
  'g/dL': 1,
  'g/L': 0,
  'mg/mL': 0,
  'mg/dL': -2,
  'mg/L': -3,
  'ug/mL': -3,
  'ug/dL': -5,
  'ug/L': -6,
  'ng/mL': -6,
  'ng/dL': -8,
  'ng/L': -9,
  'pg/mL': -9,
  'pg/dL': -11,
}

/** Base mol/L */
export const amount: Scale = {
  'mmol/L': -3,
  'umol/L': -6,
  'nmol/mL': -6,
  'nmol/L': -9,
  'pmol/mL': -9,
  'pmol/L': -12,
}

export const scales: readonly Scale[] = [
  mass,
  amount,
  // cells, base 1/L; a lakh is 10*5
  {
    '10*12/L': 12,
    '10*6/uL': 12,
    '10*6/mm3': 12,
    '10*5/uL': 11,
    '10*5/mm3': 11,
    '10*9/L': 9,
    '10*3/uL': 9,
    '10*3/mm3': 9,
    '10*6/L': 6,
    '/uL': 6,
    '/mm3': 6,
    '/L': 0,
  },
  // international units, base [IU]/L (comparable within one parameter, which is one substance)
  { 'k[IU]/L': 3, '[IU]/mL': 3, '[IU]/L': 0, 'm[IU]/mL': 0, 'm[IU]/L': -3, 'u[IU]/mL': -3 },
  // arbitrary units and those of enzymes, base U/L; laboratories write U for both
  {
    "k[arb'U]/L": 3,
    "[arb'U]/mL": 3,
    'kU/L': 3,
    'U/mL': 3,
    "[arb'U]/L": 0,
    'U/L': 0,
    'mU/mL': 0,
    'mU/L': -3,
    'uU/mL': -3,
  },
  { 'mg/g{creat}': 0, 'mg/g': 0, 'ug/mg': 0 },
  { 'mL/min/{1.73_m2}': 0, 'mL/min/1.73.m2': 0 },
  { 'ng/mL{FEU}': 0, 'ug/L{FEU}': 0, 'ug/mL{FEU}': 3, 'mg/L{FEU}': 3 },
  { fL: 0, um3: 0 },
  { s: 0, ms: -3 },
  { 'mm/h': 0, 'mm/(1.h)': 0 },
]

/** Conventional values within the intervals of CIAAW where the standard is an interval. g/mol */
const atomicWeights = {
  H: 1.008,
  C: 12.011,
  N: 14.007,
  O: 15.999,
  Mg: 24.305,
  P: 30.974,
  S: 32.06,
  Ca: 40.078,
  Fe: 55.845,
  Co: 58.933,
  I: 126.904,
} as const

export type Substance = { name: string; formula: string; analytes: readonly [Analyte, ...Analyte[]] }

/** Analytes whose mass and amount of substance are converted. */
export const substances: readonly Substance[] = [
  { name: 'glucose', formula: 'C6H12O6', analytes: ['FBS', 'PPBS', 'RBS', 'EAG'] },
  // by convention, the cholesterol in lipoproteins is counted as free cholesterol
  { name: 'cholesterol', formula: 'C27H46O', analytes: ['CHOL', 'HDL', 'LDL', 'VLDL', 'NHDL'] },
  // by convention, all are counted as triolein
  { name: 'triglycerides, as triolein', formula: 'C57H104O6', analytes: ['TRIG'] },
  { name: 'creatinine', formula: 'C4H7N3O', analytes: ['CREA', 'UCREA'] },
  { name: 'urea', formula: 'CH4N2O', analytes: ['UREA'] },
  // one mole of urea has two of nitrogen
  { name: 'urea, as its nitrogen', formula: 'N2', analytes: ['BUN'] },
  { name: 'uric acid', formula: 'C5H4N4O3', analytes: ['URIC'] },
  { name: 'bilirubin', formula: 'C33H36N4O6', analytes: ['TBIL', 'DBIL', 'IBIL'] },
  { name: 'calcium', formula: 'Ca', analytes: ['CA'] },
  { name: 'phosphate, as phosphorus', formula: 'P', analytes: ['PHOS'] },
  { name: 'magnesium', formula: 'Mg', analytes: ['MG'] },
  { name: 'iron', formula: 'Fe', analytes: ['IRON', 'TIBC'] },
  { name: 'triiodothyronine', formula: 'C15H12I3NO4', analytes: ['T3', 'FT3'] },
  { name: 'thyroxine', formula: 'C15H11I4NO4', analytes: ['T4', 'FT4'] },
  { name: '25-hydroxyvitamin D3', formula: 'C27H44O2', analytes: ['VITD'] },
  { name: 'cyanocobalamin', formula: 'C63H88CoN14O14P', analytes: ['B12'] },
  { name: 'folic acid', formula: 'C19H19N7O6', analytes: ['FOL'] },
  { name: 'homocysteine', formula: 'C4H9NO2S', analytes: ['HCY'] },
  { name: 'oestradiol', formula: 'C18H24O2', analytes: ['E2'] },
  { name: 'progesterone', formula: 'C21H30O2', analytes: ['PROG'] },
  { name: 'testosterone', formula: 'C19H28O2', analytes: ['TESTO'] },
  { name: 'cortisol', formula: 'C21H30O5', analytes: ['CORT'] },
  { name: 'DHEA sulphate', formula: 'C19H28O5S', analytes: ['DHEAS'] },
]

/** `to` = `from` × factor + offset. @property isExact the factor is exact: no rounding is needed */
export type Equation = {
  from: string
  to: string
  factor: number
  offset: number
  isExact: boolean
  source: UnitSource
}

const equal = { factor: 1, offset: 0, isExact: true } as const
const creatinine = 4 * 12.011 + 7 * 1.008 + 3 * 14.007 + 15.999

/** Equations by analyte; each is used in both directions. */
export const special: readonly { analytes: readonly Analyte[]; equations: readonly Equation[] }[] = [
  {
    // HbA1c: UCUM's own reading of mmol/mol (0.1 %) is wrong by half
    analytes: ['A1C'],
    equations: [
      { from: 'mmol/mol', to: '%', factor: 0.09148, offset: 2.152, isExact: false, source: 'ngsp' },
    ],
  },
  {
    // haematocrit
    analytes: ['HCT'],
    equations: [{ from: 'L/L', to: '%', factor: 100, offset: 0, isExact: true, source: 'ucum' }],
  },
  {
    // sodium, potassium, chloride: one charge, so that an equivalent is a mole
    analytes: ['NA', 'K', 'CL'],
    equations: [{ from: 'meq/L', to: 'mmol/L', ...equal, source: 'msd' }],
  },
  {
    // enzymes: AST, ALT, ALP, GGT, LDH, CK, CK-MB, amylase, lipase. 1 µkat = 1 µmol/s = 60 µmol/min = 60 U
    analytes: ['AST', 'ALT', 'ALP', 'GGT', 'LDH', 'CPK', 'CKMB', 'AMY', 'LIP'],
    equations: [
      { from: '[IU]/L', to: 'U/L', ...equal, source: 'enzymes' },
      { from: 'ukat/L', to: 'U/L', factor: 60, offset: 0, isExact: true, source: 'ucum' },
    ],
  },
  ...(
    [
      ['TSH', 'whoTsh'],
      ['INSF', 'knopp'],
    ] as const
  ).map(([analyte, source]) => ({
    // TSH and insulin: a unit is an international unit, and 1 mU/L is 1 µU/mL
    analytes: [analyte],
    equations: ['mU/L', 'uU/mL'].map((from) => ({ from, to: 'u[IU]/mL', ...equal, source })),
  })),
  {
    // urine albumin/creatinine
    analytes: ['UACR'],
    equations: [
      {
        from: 'mg/mmol{creat}',
        to: 'mg/g{creat}',
        factor: 1000 / creatinine,
        offset: 0,
        isExact: false,
        source: 'ciaaw',
      },
      {
        from: 'mg/mmol',
        to: 'mg/g{creat}',
        factor: 1000 / creatinine,
        offset: 0,
        isExact: false,
        source: 'ciaaw',
      },
    ],
  },
]

/** @returns g/mol @throws if the formula has an element without a weight */
export function molarMassOf(formula: string): number {
  let sum = 0
  for (const [, element, count] of formula.matchAll(/([A-Z][a-z]?)(\d*)/g)) {
    const weight = atomicWeights[element as keyof typeof atomicWeights]
    if (weight === undefined) throw new Error(`No weight of ${element}`)
    sum += weight * Number(count || 1)
  }
  return sum
}
