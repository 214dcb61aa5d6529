/** The sheets of what is sold: tests, and packages of tests. */
import { type Specimen, specimenText } from '../../catalogue.ts'
import { choice, code, type Kind, list, money, number, short, text, Wrong, yesNo } from '../cells.ts'
import { optional, type RowOf, required, type Sheet } from '../column.ts'

const years = number({ least: 0, most: 130, whole: true })

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
  optional(
    'gender',
    'For',
    choice({ both: 'both', male: 'male', female: 'female' }),
    'both (default), male or female.',
  ),
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
  optional(
    'sampleType',
    'Sample type',
    choice({ blood: 'blood', urine: 'urine', saliva: 'saliva', stool: 'stool', mixed: 'mixed' }),
    'Empty: it follows from the specimens.',
  ),
  optional(
    'testsIncluded',
    'Tests included',
    number({ least: 1, most: 1_000, whole: true }),
    'The number that customers see; empty: the number of parameters.',
  ),
] as const

export const tests = {
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

export const packages = {
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
