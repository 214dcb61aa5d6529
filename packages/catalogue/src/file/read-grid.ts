/** From the cells of sheets to rows, with each problem at its cell. */

import type { CataloguePreview } from '../api.ts'
import { type Cell, type Column, cellName, short, Wrong } from './cells.ts'
import { type Rows, type SheetId, sheetIds, sheets } from './sheets.ts'

export type Problem = CataloguePreview['problems'][number]

/** @property data rows of cells, the first row has the titles of the columns */
export type Grid = { title: string; data: readonly (readonly Cell[])[] }

/** The place of a row in its sheet, and of its values in the row. */
type Place = { row: number; columns: ReadonlyMap<string, number> }
export type Places = { [Id in SheetId]?: Place[] }

export type ReadRows = { rows: Partial<Rows>; places: Places; problems: Problem[] }

/** Sheets of the template that only explain. */
const ignored = new Set(['read me', 'readme'])

/** @param grids the sheets of a file, in any order; each is the whole list of its kind */
export function readGrids(grids: readonly Grid[]): ReadRows {
  const result: ReadRows = { rows: {}, places: {}, problems: [] }
  for (const grid of grids) {
    const title = grid.title.trim().toLowerCase()
    if (ignored.has(title)) continue
    const id = sheetIds.find((one) => sheets[one].title.toLowerCase() === title)
    if (!id) {
      const known = sheetIds.map((one) => sheets[one].title).join(', ')
      result.problems.push({
        sheet: grid.title,
        cell: null,
        text: `There is no sheet “${short(grid.title)}” in a catalogue. The sheets are ${known}.`,
      })
    } else if (result.rows[id]) {
      result.problems.push({ sheet: grid.title, cell: null, text: 'This sheet is in the file twice.' })
    } else readSheet(id, grid, result)
  }
  if (Object.keys(result.rows).length === 0 && result.problems.length === 0)
    result.problems.push({ sheet: '', cell: null, text: 'The file has no sheet of a catalogue.' })
  return result
}

function readSheet(id: SheetId, { data }: Grid, result: ReadRows): void {
  const { title: sheet, columns } = sheets[id]
  const { placeOf, problems } = readTitles(sheet, columns, data[0] ?? [])
  result.problems.push(...problems)
  const rows: unknown[] = []
  const places: Place[] = []
  data.slice(1).forEach((cells, n) => {
    if (cells.every(isEmpty)) return
    const row = n + 2
    const values: Record<string, unknown> = {}
    for (const column of columns) {
      const place = placeOf.get(column.key)
      const cell = place === undefined ? null : (cells[place] ?? null)
      values[column.key] = null
      try {
        if (!isEmpty(cell)) values[column.key] = column.kind.read(cell)
        else if (column.isRequired && place !== undefined) throw new Wrong(`${column.title} is missing.`)
      } catch (error) {
        if (!(error instanceof Wrong)) throw error
        result.problems.push({ sheet, cell: cellName(place ?? 0, row), text: error.message })
      }
    }
    rows.push(values)
    places.push({ row, columns: placeOf })
  })
  ;(result.rows as Record<SheetId, unknown>)[id] = rows
  result.places[id] = places
}

function readTitles(sheet: string, columns: readonly Column[], titles: readonly Cell[]) {
  const problems: Problem[] = []
  const placeOf = new Map<string, number>()
  titles.forEach((cell, place) => {
    const typed = String(cell ?? '').trim()
    if (typed === '') return
    const at = cellName(place, 1)
    const column = columns.find(({ title }) => title.toLowerCase() === typed.toLowerCase())
    if (!column)
      problems.push({
        sheet,
        cell: at,
        text: `There is no column “${short(typed)}”. The columns are ${columns.map(({ title }) => title).join(', ')}.`,
      })
    else if (placeOf.has(column.key))
      problems.push({ sheet, cell: at, text: `The column ${column.title} is here twice.` })
    else placeOf.set(column.key, place)
  })
  for (const { key, title, isRequired } of columns)
    if (isRequired && !placeOf.has(key))
      problems.push({ sheet, cell: null, text: `The column ${title} is missing.` })
  return { placeOf, problems }
}

function isEmpty(cell: Cell | undefined): boolean {
  return cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')
}
