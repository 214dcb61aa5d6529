import { choice, code, number, text, yesNo } from '../cells.ts'
import { optional, type RowOf, required, type Sheet } from '../column.ts'

const limit = number({ least: -1e9, most: 1e9 })
const months = number({ least: 0, most: 1_560, whole: true })

export const intervals = {
  title: 'Intervals',
  help: 'What is expected at some ages, and critical limits of some ages. A parameter with rows here is judged by them, one without by the adult intervals of its own row.',
  columns: [
    required('parameter', 'Parameter', code, 'The code of a parameter.'),
    optional(
      'kind',
      'Kind',
      choice({ reference: 'reference', critical: 'critical' }),
      'reference (default) or critical.',
    ),
    optional(
      'sex',
      'Sex',
      choice({ both: 'both', male: 'male', female: 'female' }),
      'both (default), male or female.',
    ),
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
