/**
 * The sheets of a catalogue file, each declared once: for reading, writing, the template, the differences and the documentation. A row is
 * flat; `rows.ts` makes the catalogue of the rows.
 */
import type { Sheet } from './column.ts'
import { type IntervalRow, intervals } from './sheets/intervals.ts'
import { type PackageRow, packages, type TestRow, tests } from './sheets/items.ts'
import { type ParameterRow, parameters } from './sheets/parameters.ts'

export type Rows = {
  parameters: ParameterRow[]
  intervals: IntervalRow[]
  tests: TestRow[]
  packages: PackageRow[]
}
export type SheetId = keyof Rows

export const sheets: { readonly [Id in SheetId]: Sheet } = { parameters, intervals, tests, packages }
export const sheetIds = Object.keys(sheets) as SheetId[]
