import { isLoinc } from '../../parameters/measured-as.ts'
import { type StabilityKind, stabilityKinds } from '../../stability-kinds.ts'
import { choice, code, type Kind, list, number, text, Wrong } from '../cells.ts'
import { optional, type RowOf, required, type Sheet } from '../column.ts'

const limit = number({ least: -1e9, most: 1e9 })

const loinc: Kind<string> = {
  read(cell) {
    const value = text(12).read(cell)
    if (!isLoinc(value)) throw new Wrong(`“${value}” is no LOINC code: its check digit is wrong.`)
    return value
  },
  write: (value) => value,
}

const containers = choice(
  Object.fromEntries(stabilityKinds.map((kind) => [kind, kind === 'edta' ? 'EDTA' : kind])) as Record<
    StabilityKind,
    string
  >,
)

export const parameters = {
  title: 'Parameters',
  help: 'Each row is something that a laboratory measures and reports as one value.',
  columns: [
    required('code', 'Code', code, 'Your own code, such as HGB. It never changes.'),
    required('name', 'Name', text(120), 'The name on reports.'),
    required(
      'type',
      'Type',
      choice({ number: 'number', choice: 'choice', text: 'text' }),
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
