/**
 * The sheets of a catalogue file, each declared once: for reading, writing, the template, the differences and the documentation. A row is
 * flat; `rows.ts` makes the catalogue of the rows.
 */

import { genderRestrictions, sampleTypes } from '@jaanch/contracts/vocabulary'
import type { CatalogueItem } from '../api.ts'
import { specimenText } from '../catalogue.ts'
import { isLoinc } from '../parameters/analytes.ts'
import { stabilityKinds } from '../parameters/parameter.ts'
import {
  choice,
  code,
  type Kind,
  list,
  money,
  number,
  optional,
  type RowOf,
  required,
  type Sheet,
  short,
  text,
  Wrong,
  yesNo,
} from './cells.ts'

const limit = number({ least: -1e9, most: 1e9 })

const loinc: Kind<string> = {
  read(cell) {
    const value = text(12).read(cell)
    if (!isLoinc(value)) throw new Wrong(`“${value}” is no LOINC code: its check digit is wrong.`)
    return value
  },
  write: (value) => value,
}

const containers = choice(stabilityKinds, (kind) => (kind === 'edta' ? 'EDTA' : kind))

const parameters = {
  title: 'Parameters',
  help: 'Each row is something that a laboratory measures and reports as one value.',
  columns: [
    required('code', 'Code', code, 'Your own code, such as HGB. It never changes.'),
    required('name', 'Name', text(120), 'The name on reports.'),
    required(
      'type',
      'Type',
      choice(['number', 'choice', 'text']),
      'number, choice (one of the options) or text (any text).',
    ),
    optional('unit', 'Unit', text(30), 'The unit on reports; empty for ratios and texts.'),
    optional(
      'ucum',
      'UCUM unit',
      text(40),
      'The unit in UCUM notation, in which systems send it: g/dL, 10*3/uL. A number needs one.',
    ),
    optional(
      'decimals',
      'Decimals',
      number({ least: 0, most: 6, whole: true }),
      'How many decimals results have. A number needs them.',
    ),
    optional(
      'options',
      'Options',
      list(text(80), 40),
      'The possible results of a choice: Negative; Positive.',
    ),
    optional('normal', 'Normal', text(80), 'The expected result of a choice.'),
    optional('maleLow', 'Men low', limit, 'The interval of adult men, both limits included.'),
    optional('maleHigh', 'Men high', limit, 'See Men low.'),
    optional('femaleLow', 'Women low', limit, 'The interval of adult women, both limits included.'),
    optional('femaleHigh', 'Women high', limit, 'See Women low.'),
    optional('criticalLow', 'Critical low', limit, 'At or below it somebody is called at once.'),
    optional('criticalHigh', 'Critical high', limit, 'At or above it somebody is called at once.'),
    optional(
      'criticalTexts',
      'Critical results',
      list(text(80), 20),
      'Options at which somebody is called at once.',
    ),
    optional(
      'loinc',
      'LOINC',
      loinc,
      'The LOINC code, by which systems send it. It also brings the explanation for the customer, the conversion between mass and mol, the size of a change that is real, questions about unlikely results, when a test is worth repeating, and how long a tube lasts if the columns about stability are empty.',
    ),
    optional('method', 'Method', text(80), 'How it is measured.'),
    optional('synonyms', 'Synonyms', list(text(80), 40), 'Other names that people search by: SGPT; ALAT.'),
    optional(
      'stableIn',
      'Stable in',
      containers,
      'The container that the next columns are about; empty: as is known for the LOINC code, or usual for the container.',
    ),
    optional(
      'stableHours',
      'Stable hours',
      number({ least: 0.5, most: 720 }),
      'How long the specimen may travel, from the draw.',
    ),
    optional('stableMin', 'Coldest °C', number({ least: -90, most: 60 }), 'How cold it may be on the way.'),
    optional('stableMax', 'Warmest °C', number({ least: -90, most: 60 }), 'How warm it may be on the way.'),
    optional('stableSource', 'Stability source', text(500), 'Where this is published.'),
  ],
} as const satisfies Sheet

export type ParameterRow = RowOf<typeof parameters.columns>

const sex = choice(genderRestrictions)
const months = number({ least: 0, most: 1_560, whole: true })

const intervals = {
  title: 'Intervals',
  help: 'What is expected at some ages, and critical limits of some ages. A parameter with rows here is judged by them, one without by the adult intervals of its own row.',
  columns: [
    required('parameter', 'Parameter', code, 'The code of a parameter.'),
    optional('kind', 'Kind', choice(['reference', 'critical']), 'reference (default) or critical.'),
    optional('sex', 'Sex', sex, 'both (default), male or female.'),
    optional('ageFrom', 'Age from', months, 'In completed months, included; empty: from birth.'),
    optional('ageTo', 'Age to', months, 'In completed months, excluded; empty: no end.'),
    optional('method', 'Method', text(80), 'Only for results by this method; empty: any.'),
    optional('low', 'Low', limit, 'Included; empty: no lower limit.'),
    optional('high', 'High', limit, 'Included; empty: no upper limit.'),
    optional('expected', 'Expected', text(80), 'The expected result, for a choice.'),
    required('source', 'Source', text(500), 'Where it is published, or who validated it.'),
    optional(
      'isActive',
      'Applies',
      yesNo,
      'no: it applies to nobody until a lab accepts it; yes is the default.',
    ),
  ],
} as const satisfies Sheet

export type IntervalRow = RowOf<typeof intervals.columns>

const years = number({ least: 0, most: 130, whole: true })

/** `Serum in SST (gold)`; without a container `Serum` */
const specimen: Kind<NonNullable<CatalogueItem['specimens']>[number]> = {
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

const named = (exampleCode: string, exampleName: string) =>
  [
    required('code', 'Code', code, `Your own code, such as ${exampleCode}. It never changes.`),
    required('name', 'Name', text(120), `The name that customers see, such as ${exampleName}.`),
    required('category', 'Category', text(60), 'Such as Blood, Heart or Full body.'),
    optional('description', 'Description', text(2_000), 'One or two sentences for customers.'),
  ] as const

const sold = [
  optional('price', 'Price', money, 'In rupees. Without a price it is not offered.'),
  optional('originalPrice', 'Original price', money, 'The price that is crossed out, not below the price.'),
  optional(
    'specimens',
    'Specimens',
    list(specimen, 20),
    'Serum in SST (gold); Whole blood in EDTA (lavender). Empty for a package: those of its tests.',
  ),
  optional('fasting', 'Fasting', fasting, 'Hours, or no. Empty for a package: the longest of its tests.'),
  optional('preparation', 'Preparation', text(2_000), 'What the customer does before.'),
  optional(
    'reportHours',
    'Report hours',
    number({ least: 1, most: 2_160, whole: true }),
    'From the sample to the report. Empty for a package: the longest of its tests.',
  ),
  optional('gender', 'For', sex, 'both (default), male or female.'),
  optional('ageMin', 'Youngest', years, 'In years; empty: any age.'),
  optional('ageMax', 'Oldest', years, 'In years; empty: any age.'),
  optional('synonyms', 'Synonyms', list(text(80), 60), 'Other names that people search by: FBC; haemogram.'),
  optional(
    'conditions',
    'Conditions',
    list(text(80), 60),
    'Health concerns that lead to it: fever; fatigue.',
  ),
  optional('isPopular', 'Popular', yesNo, 'yes: it is on the landing page.'),
  optional('isTaxExempt', 'Exempt from tax', yesNo, 'yes is the default.'),
  optional('isOffered', 'Offered', yesNo, 'no: nobody can book it; yes is the default.'),
  optional('sampleType', 'Sample type', choice(sampleTypes), 'Empty: it follows from the specimens.'),
  optional(
    'testsIncluded',
    'Tests included',
    number({ least: 1, most: 1_000, whole: true }),
    'The number that customers see; empty: the number of parameters.',
  ),
] as const

const tests = {
  title: 'Tests',
  help: 'Each row is a test that is sold, alone or in packages.',
  columns: [
    ...named('CBC', 'Complete Blood Count (CBC)'),
    optional(
      'parameters',
      'Parameters',
      list(code),
      'The codes of what it measures: HGB; WBC. Empty: its report is a PDF only.',
    ),
    ...sold,
  ],
} as const satisfies Sheet

const packages = {
  title: 'Packages',
  help: 'Each row is a package of tests.',
  columns: [
    ...named('PKG-FEVER', 'Fever Panel'),
    optional('tests', 'Tests', list(code), 'The codes of its tests: CBC; CRP.'),
    ...sold,
  ],
} as const satisfies Sheet

export type TestRow = RowOf<typeof tests.columns>
export type PackageRow = RowOf<typeof packages.columns>

export type Rows = {
  parameters: ParameterRow[]
  intervals: IntervalRow[]
  tests: TestRow[]
  packages: PackageRow[]
}
export type SheetId = keyof Rows

export const sheets: { readonly [Id in SheetId]: Sheet } = { parameters, intervals, tests, packages }
export const sheetIds = Object.keys(sheets) as SheetId[]
