/**
 * The sheets of a catalogue file and their columns, declared once: for reading, writing, the template, the differences and the
 * documentation. A row is flat; `rows.ts` makes the catalogue of the rows.
 */

import type { Specimen } from '../catalogue.ts'
import { specimenText } from '../catalogue.ts'
import { choice, code, type Kind, list, money, number, short, text, Wrong, yesNo } from './cells.ts'

export type ParameterRow = {
  code: string
  name: string
  type: 'number' | 'choice' | 'text'
  unit: string | null
  ucum: string | null
  decimals: number | null
  options: string[] | null
  normal: string | null
  maleLow: number | null
  maleHigh: number | null
  femaleLow: number | null
  femaleHigh: number | null
  criticalLow: number | null
  criticalHigh: number | null
  criticalTexts: string[] | null
  loinc: string | null
  method: string | null
  synonyms: string[] | null
  stableIn: string | null
  stableHours: number | null
  stableMin: number | null
  stableMax: number | null
  stableSource: string | null
}

export type IntervalRow = {
  parameter: string
  kind: 'reference' | 'critical' | null
  sex: 'both' | 'male' | 'female' | null
  ageFrom: number | null
  ageTo: number | null
  method: string | null
  low: number | null
  high: number | null
  expected: string | null
  source: string
  isActive: boolean | null
}

type SoldRow = {
  code: string
  name: string
  category: string
  description: string | null
  price: number | null
  originalPrice: number | null
  specimens: Specimen[] | null
  fasting: number | 'yes' | null
  preparation: string | null
  reportHours: number | null
  gender: 'both' | 'male' | 'female' | null
  ageMin: number | null
  ageMax: number | null
  synonyms: string[] | null
  conditions: string[] | null
  isPopular: boolean | null
  isTaxExempt: boolean | null
  isOffered: boolean | null
  sampleType: 'blood' | 'urine' | 'saliva' | 'stool' | 'mixed' | null
  testsIncluded: number | null
}
export type TestRow = SoldRow & { parameters: string[] | null }
export type PackageRow = SoldRow & { tests: string[] | null }

export type RowOf = { parameters: ParameterRow; intervals: IntervalRow; tests: TestRow; packages: PackageRow }
export type SheetId = keyof RowOf

export type Column<Row> = {
  [Key in keyof Row & string]: {
    key: Key
    title: string
    kind: Kind<NonNullable<Row[Key]>>
    isRequired: boolean
    /** A sentence for the documentation and the template */
    help: string
  }
}[keyof Row & string]

export type Sheet<Row> = { title: string; help: string; columns: readonly Column<Row>[] }

const anyNumber = number({ least: -1e9, most: 1e9 })
const age = number({ least: 0, most: 130, whole: true })
const months = number({ least: 0, most: 1_560, whole: true })
const sexes = choice({ both: 'both', male: 'male', female: 'female' })

/** `Serum in SST (gold)`; without a container `Serum` */
const specimen: Kind<Specimen> = {
  read(cell) {
    const [name = '', ...container] = String(cell).split(' in ')
    if (name.trim() === '' || name.length > 80 || container.join().length > 80)
      throw new Wrong(`“${short(String(cell))}” is no specimen. Enter it as “Serum in SST (gold)”.`)
    return { specimen: name.trim(), container: container.length > 0 ? container.join(' in ').trim() : null }
  },
  write: specimenText,
}

const fasting: Kind<number | 'yes'> = {
  read(cell) {
    const typed = String(cell === true ? 'yes' : cell === false ? 'no' : cell)
      .trim()
      .toLowerCase()
    if (typed === 'no') return 0
    return typed === 'yes' ? 'yes' : number({ least: 0, most: 72, whole: true }).read(cell)
  },
  write: (value) => (value === 0 ? 'no' : value),
}

const loinc: Kind<string> = {
  read(cell) {
    const value = text(12).read(cell)
    if (!isLoinc(value)) throw new Wrong(`“${value}” is no LOINC code: its check digit is wrong.`)
    return value
  },
  write: (value) => value,
}

/** The check digit of LOINC is that of Luhn (LOINC Users' Guide, appendix: mod 10). */
export function isLoinc(value: string): boolean {
  if (!/^\d{1,7}-\d$/.test(value)) return false
  const sum = [...value.replace('-', '')]
    .reverse()
    .map(Number)
    .reduce((total, digit, place) => {
      const doubled = place % 2 === 1 ? digit * 2 : digit
      return total + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
  return sum % 10 === 0
}

const parameters: Sheet<ParameterRow> = {
  title: 'Parameters',
  help: 'Each row is something that a laboratory measures and reports as one value.',
  columns: [
    {
      key: 'code',
      title: 'Code',
      kind: code,
      isRequired: true,
      help: 'Your own code, such as HGB. It never changes.',
    },
    { key: 'name', title: 'Name', kind: text(120), isRequired: true, help: 'The name on reports.' },
    {
      key: 'type',
      title: 'Type',
      kind: choice({ number: 'number', choice: 'choice', text: 'text' }),
      isRequired: true,
      help: 'number, choice (one of the options) or text (any text).',
    },
    {
      key: 'unit',
      title: 'Unit',
      kind: text(30),
      isRequired: false,
      help: 'The unit on reports; empty for ratios and texts.',
    },
    {
      key: 'ucum',
      title: 'UCUM unit',
      kind: text(40),
      isRequired: false,
      help: 'The unit in UCUM notation, in which systems send it: g/dL, 10*3/uL. A number needs one.',
    },
    {
      key: 'decimals',
      title: 'Decimals',
      kind: number({ least: 0, most: 6, whole: true }),
      isRequired: false,
      help: 'How many decimals results have. A number needs them.',
    },
    {
      key: 'options',
      title: 'Options',
      kind: list(text(80), 40),
      isRequired: false,
      help: 'The possible results of a choice: Negative; Positive.',
    },
    {
      key: 'normal',
      title: 'Normal',
      kind: text(80),
      isRequired: false,
      help: 'The expected result of a choice.',
    },
    {
      key: 'maleLow',
      title: 'Men low',
      kind: anyNumber,
      isRequired: false,
      help: 'The interval of adult men, both limits included.',
    },
    { key: 'maleHigh', title: 'Men high', kind: anyNumber, isRequired: false, help: 'See Men low.' },
    {
      key: 'femaleLow',
      title: 'Women low',
      kind: anyNumber,
      isRequired: false,
      help: 'The interval of adult women, both limits included.',
    },
    { key: 'femaleHigh', title: 'Women high', kind: anyNumber, isRequired: false, help: 'See Women low.' },
    {
      key: 'criticalLow',
      title: 'Critical low',
      kind: anyNumber,
      isRequired: false,
      help: 'At or below it somebody is called at once.',
    },
    {
      key: 'criticalHigh',
      title: 'Critical high',
      kind: anyNumber,
      isRequired: false,
      help: 'At or above it somebody is called at once.',
    },
    {
      key: 'criticalTexts',
      title: 'Critical results',
      kind: list(text(80), 20),
      isRequired: false,
      help: 'Options at which somebody is called at once.',
    },
    {
      key: 'loinc',
      title: 'LOINC',
      kind: loinc,
      isRequired: false,
      help: 'The LOINC code, by which systems send it. It also brings the explanation for the customer, the conversion between mass and mol, the size of a change that is real, questions about unlikely results, how long a tube lasts, and when a test is worth repeating; a parameter without it has none of these.',
    },
    { key: 'method', title: 'Method', kind: text(80), isRequired: false, help: 'How it is measured.' },
    {
      key: 'synonyms',
      title: 'Synonyms',
      kind: list(text(80), 40),
      isRequired: false,
      help: 'Other names that people search by: SGPT; ALAT.',
    },
    {
      key: 'stableIn',
      title: 'Stable in',
      kind: choice({
        edta: 'EDTA',
        serum: 'serum',
        citrate: 'citrate',
        fluoride: 'fluoride',
        heparin: 'heparin',
        urine: 'urine',
        stool: 'stool',
        swab: 'swab',
        culture: 'culture',
        'on ice': 'on ice',
      }),
      isRequired: false,
      help: 'The container that the next columns are about; empty: the default of the container.',
    },
    {
      key: 'stableHours',
      title: 'Stable hours',
      kind: number({ least: 0.5, most: 720 }),
      isRequired: false,
      help: 'How long the specimen may travel, from the draw.',
    },
    {
      key: 'stableMin',
      title: 'Coldest °C',
      kind: number({ least: -90, most: 60 }),
      isRequired: false,
      help: 'How cold it may be on the way.',
    },
    {
      key: 'stableMax',
      title: 'Warmest °C',
      kind: number({ least: -90, most: 60 }),
      isRequired: false,
      help: 'How warm it may be on the way.',
    },
    {
      key: 'stableSource',
      title: 'Stability source',
      kind: text(500),
      isRequired: false,
      help: 'Where this is published.',
    },
  ],
}

const intervals: Sheet<IntervalRow> = {
  title: 'Intervals',
  help: 'What is expected at some ages, and critical limits of some ages. A parameter with rows here is judged by them, one without by the adult intervals of its own row.',
  columns: [
    { key: 'parameter', title: 'Parameter', kind: code, isRequired: true, help: 'The code of a parameter.' },
    {
      key: 'kind',
      title: 'Kind',
      kind: choice({ reference: 'reference', critical: 'critical' }),
      isRequired: false,
      help: 'reference (default) or critical.',
    },
    { key: 'sex', title: 'Sex', kind: sexes, isRequired: false, help: 'both (default), male or female.' },
    {
      key: 'ageFrom',
      title: 'Age from',
      kind: months,
      isRequired: false,
      help: 'In completed months, included; empty: from birth.',
    },
    {
      key: 'ageTo',
      title: 'Age to',
      kind: months,
      isRequired: false,
      help: 'In completed months, excluded; empty: no end.',
    },
    {
      key: 'method',
      title: 'Method',
      kind: text(80),
      isRequired: false,
      help: 'Only for results by this method; empty: any.',
    },
    {
      key: 'low',
      title: 'Low',
      kind: anyNumber,
      isRequired: false,
      help: 'Included; empty: no lower limit.',
    },
    {
      key: 'high',
      title: 'High',
      kind: anyNumber,
      isRequired: false,
      help: 'Included; empty: no upper limit.',
    },
    {
      key: 'expected',
      title: 'Expected',
      kind: text(80),
      isRequired: false,
      help: 'The expected result, for a choice.',
    },
    {
      key: 'source',
      title: 'Source',
      kind: text(500),
      isRequired: true,
      help: 'Where it is published, or who validated it.',
    },
    {
      key: 'isActive',
      title: 'Applies',
      kind: yesNo,
      isRequired: false,
      help: 'no: it applies to nobody until a lab accepts it; yes is the default.',
    },
  ],
}

const soldColumns = [
  {
    key: 'price',
    title: 'Price',
    kind: money,
    isRequired: false,
    help: 'In rupees. Without a price it is not offered.',
  },
  {
    key: 'originalPrice',
    title: 'Original price',
    kind: money,
    isRequired: false,
    help: 'The price that is crossed out, not below the price.',
  },
] as const
const moreColumns = [
  {
    key: 'specimens',
    title: 'Specimens',
    kind: list(specimen, 20),
    isRequired: false,
    help: 'Serum in SST (gold); Whole blood in EDTA (lavender). Empty for a package: those of its tests.',
  },
  {
    key: 'fasting',
    title: 'Fasting',
    kind: fasting,
    isRequired: false,
    help: 'Hours, or no. Empty for a package: the longest of its tests.',
  },
  {
    key: 'preparation',
    title: 'Preparation',
    kind: text(2_000),
    isRequired: false,
    help: 'What the customer does before.',
  },
  {
    key: 'reportHours',
    title: 'Report hours',
    kind: number({ least: 1, most: 2_160, whole: true }),
    isRequired: false,
    help: 'From the sample to the report. Empty for a package: the longest of its tests.',
  },
  { key: 'gender', title: 'For', kind: sexes, isRequired: false, help: 'both (default), male or female.' },
  { key: 'ageMin', title: 'Youngest', kind: age, isRequired: false, help: 'In years; empty: any age.' },
  { key: 'ageMax', title: 'Oldest', kind: age, isRequired: false, help: 'In years; empty: any age.' },
  {
    key: 'synonyms',
    title: 'Synonyms',
    kind: list(text(80), 60),
    isRequired: false,
    help: 'Other names that people search by: FBC; haemogram.',
  },
  {
    key: 'conditions',
    title: 'Conditions',
    kind: list(text(80), 60),
    isRequired: false,
    help: 'Health concerns that lead to it: fever; fatigue.',
  },
  {
    key: 'isPopular',
    title: 'Popular',
    kind: yesNo,
    isRequired: false,
    help: 'yes: it is on the landing page.',
  },
  {
    key: 'isTaxExempt',
    title: 'Exempt from tax',
    kind: yesNo,
    isRequired: false,
    help: 'yes is the default.',
  },
  {
    key: 'isOffered',
    title: 'Offered',
    kind: yesNo,
    isRequired: false,
    help: 'no: nobody can book it; yes is the default.',
  },
  {
    key: 'sampleType',
    title: 'Sample type',
    kind: choice({ blood: 'blood', urine: 'urine', saliva: 'saliva', stool: 'stool', mixed: 'mixed' }),
    isRequired: false,
    help: 'Empty: it follows from the specimens.',
  },
  {
    key: 'testsIncluded',
    title: 'Tests included',
    kind: number({ least: 1, most: 1_000, whole: true }),
    isRequired: false,
    help: 'The number that customers see; empty: the number of parameters.',
  },
] as const
const namesOf = (code_: string, example: string) =>
  [
    {
      key: 'code',
      title: 'Code',
      kind: code,
      isRequired: true,
      help: `Your own code, such as ${code_}. It never changes.`,
    },
    {
      key: 'name',
      title: 'Name',
      kind: text(120),
      isRequired: true,
      help: `The name that customers see, such as ${example}.`,
    },
    {
      key: 'category',
      title: 'Category',
      kind: text(60),
      isRequired: true,
      help: 'Such as Blood, Heart or Full body.',
    },
    {
      key: 'description',
      title: 'Description',
      kind: text(2_000),
      isRequired: false,
      help: 'One or two sentences for customers.',
    },
  ] as const

const tests: Sheet<TestRow> = {
  title: 'Tests',
  help: 'Each row is a test that is sold, alone or in packages.',
  columns: [
    ...namesOf('CBC', 'Complete Blood Count (CBC)'),
    {
      key: 'parameters',
      title: 'Parameters',
      kind: list(code),
      isRequired: false,
      help: 'The codes of what it measures: HGB; WBC. Empty: its report is a PDF only.',
    },
    ...soldColumns,
    ...moreColumns,
  ],
}

const packages: Sheet<PackageRow> = {
  title: 'Packages',
  help: 'Each row is a package of tests.',
  columns: [
    ...namesOf('PKG-FEVER', 'Fever Panel'),
    {
      key: 'tests',
      title: 'Tests',
      kind: list(code),
      isRequired: false,
      help: 'The codes of its tests: CBC; CRP.',
    },
    ...soldColumns,
    ...moreColumns,
  ],
}

export const sheets: { readonly [Id in SheetId]: Sheet<RowOf[Id]> } = {
  parameters,
  intervals,
  tests,
  packages,
}
export const sheetIds = Object.keys(sheets) as SheetId[]
