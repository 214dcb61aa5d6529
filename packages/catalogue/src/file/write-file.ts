/** From a catalogue to a file that people edit and import again. */
import { strToU8, zipSync } from 'fflate'
import writeXlsxFile from 'write-excel-file/node'
import { type Catalogue, emptyCatalogue } from '../catalogue.ts'
import { rowsOf } from './rows.ts'
import { type Rows, type SheetId, sheetIds, sheets } from './sheets.ts'

export type FileFormat = 'xlsx' | 'csv'

/** @returns a workbook, or a ZIP of CSV files. Without a catalogue: the template, which explains its columns */
export async function writeFile(format: FileFormat, catalogue?: Catalogue): Promise<Buffer> {
  const grids = gridsOf(catalogue ?? emptyCatalogue)
  return format === 'csv' ? csvFiles(grids) : workbook(catalogue ? grids : [explanation(), ...grids])
}

type Written = { title: string; data: (string | number | null)[][] }

function gridsOf(catalogue: Catalogue): Written[] {
  const rows = rowsOf(catalogue)
  return sheetIds.map((id) => gridOf(id, rows[id]))
}

function gridOf(id: SheetId, rows: Rows[SheetId]): Written {
  const { title, columns } = sheets[id]
  const cells = (row: Readonly<Record<string, unknown>>) =>
    columns.map(({ key, kind }) => (row[key] === null ? null : kind.write(row[key])))
  return { title, data: [columns.map((column) => column.title), ...rows.map(cells)] }
}

function explanation(): Written {
  const lines = sheetIds.flatMap((id) => {
    const { title, help, columns } = sheets[id]
    return [
      [title, '', help],
      ...columns.map((column) => [
        title,
        `${column.title}${column.isRequired ? ' (required)' : ''}`,
        column.help,
      ]),
    ]
  })
  return { title: 'Read me', data: [['Sheet', 'Column', 'What to enter'], ...lines] }
}

const widths: Record<string, number> = {
  Name: 34,
  Description: 50,
  'What to enter': 90,
  Parameters: 40,
  Preparation: 40,
  Source: 40,
}

async function workbook(grids: readonly Written[]): Promise<Buffer> {
  const file = writeXlsxFile(
    grids.map(({ title, data }) => ({
      sheet: title,
      stickyRowsCount: 1,
      columns: (data[0] ?? []).map((name) => ({ width: widths[String(name)] ?? 16 })),
      data: data.map((row, n) =>
        row.map((value) =>
          value === null
            ? null
            : {
                value,
                ...(n === 0 && { fontWeight: 'bold' as const }),
                ...(typeof value === 'string' && { type: String }),
              },
        ),
      ),
    })),
  )
  return file.toBuffer()
}

function csvFiles(grids: readonly Written[]): Buffer {
  const files = grids.map(
    ({ title, data }) => [`${title}.csv`, strToU8(`﻿${data.map(csvLine).join('\r\n')}\r\n`)] as const,
  )
  return Buffer.from(zipSync(Object.fromEntries(files)))
}

/** A text that a spreadsheet program would run as a formula has an apostrophe before it, which reading takes off. */
function csvLine(cells: readonly (string | number | null)[]): string {
  return cells
    .map((cell) => {
      if (typeof cell !== 'string') return cell ?? ''
      const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
      return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
    })
    .join(',')
}
