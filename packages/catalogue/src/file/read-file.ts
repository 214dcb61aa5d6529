/** From the bytes of a file to the cells of its sheets: a workbook (XLSX), a ZIP of CSV files, or one CSV file. */
import { parse } from 'csv-parse/sync'
import { zipSync } from 'fflate'
import readXlsxFile from 'read-excel-file/node'
import type { Cell } from './cells.ts'
import type { Grid, Problem } from './read-grid.ts'
import { UnreadableFile, unpack } from './unpack.ts'

export const mostSheets = 12
export const mostRows = 20_000
export const mostCells = 500_000

/**
 * @param name of the file; one CSV file is named after its sheet
 * @returns the sheets, and what a spreadsheet has that a catalogue cannot
 * @throws UnreadableFile
 */
export async function readFile(
  name: string,
  bytes: Uint8Array,
): Promise<{ grids: Grid[]; problems: Problem[] }> {
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    throw new UnreadableFile(
      'This is a workbook of Excel 2003 or one with a password. Save it as “Excel workbook (.xlsx)” without a password.',
    )
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b)
    return { grids: [bounded(csvGrid(titleOf(name), bytes))], problems: [] }
  const entries = unpack(bytes)
  if (entries.has('xl/workbook.xml')) return readWorkbook(entries)
  const files = [...entries].filter(([path]) => /\.csv$/i.test(path) && !/(^|\/)(\.|__MACOSX)/.test(path))
  if (files.length === 0) throw new UnreadableFile('The ZIP file has no CSV files.')
  if (files.length > mostSheets)
    throw new UnreadableFile(`The ZIP file has more than ${mostSheets} CSV files.`)
  return { grids: files.map(([path, content]) => bounded(csvGrid(titleOf(path), content))), problems: [] }
}

async function readWorkbook(entries: ReadonlyMap<string, Uint8Array>) {
  const sheetFiles = [...entries.keys()].filter((path) => /^xl\/worksheets\/[^/]+\.xml$/.test(path))
  if (sheetFiles.length > mostSheets)
    throw new UnreadableFile(`The workbook has more than ${mostSheets} sheets.`)
  for (const path of sheetFiles) refuseTooLarge(text(entries.get(path)))
  // what was unpacked within the bounds, and nothing else that the file may hold
  const packed = Buffer.from(zipSync(Object.fromEntries(entries), { level: 0 }))
  const sheets = await readXlsxFile(packed, { trim: false }).catch((error: Error) => {
    throw new UnreadableFile('The workbook is damaged. Save it again in your spreadsheet program.', {
      cause: error,
    })
  })
  const grids = sheets.map(({ sheet, data }) => bounded({ title: sheet, data: data as Cell[][] }))
  const paths = sheetPaths(entries)
  const problems = grids.flatMap(({ title }) => oddCells(title, text(entries.get(paths.get(title) ?? ''))))
  return { grids, problems }
}

const text = (content: Uint8Array | undefined) => (content ? new TextDecoder().decode(content) : '')

/** Rows and columns as the sheet numbers them: two cells far apart would be a grid of millions. */
function refuseTooLarge(xml: string): void {
  let [rows, columns] = [0, 0]
  for (const [, letters = '', row] of xml.matchAll(/<c [^>]*?r="([A-Z]+)(\d+)"/g)) {
    rows = Math.max(rows, Number(row))
    columns = Math.max(
      columns,
      [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0),
    )
  }
  if (rows > mostRows)
    throw new UnreadableFile(`A sheet has more than ${mostRows.toLocaleString('en-IN')} rows.`)
  if (rows * columns > mostCells)
    throw new UnreadableFile(`A sheet has more than ${mostCells.toLocaleString('en-IN')} cells.`)
}

function bounded(grid: Grid): Grid {
  const cells = grid.data.reduce((sum, { length }) => sum + length, 0)
  if (grid.data.length > mostRows || cells > mostCells)
    throw new UnreadableFile(
      `The sheet ${grid.title} has more than ${mostRows.toLocaleString('en-IN')} rows or ${mostCells.toLocaleString('en-IN')} cells.`,
    )
  return grid
}

/** The file of each sheet, by its title. */
function sheetPaths(entries: ReadonlyMap<string, Uint8Array>): Map<string, string> {
  const targets = new Map(
    [...text(entries.get('xl/_rels/workbook.xml.rels')).matchAll(/<Relationship\b[^>]*>/g)].map(([tag]) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target').replace(/^\/?(xl\/)?/, 'xl/'),
    ]),
  )
  return new Map(
    [...text(entries.get('xl/workbook.xml')).matchAll(/<sheet\b[^>]*>/g)].map(([tag]) => [
      attribute(tag, 'name').replaceAll('&amp;', '&'),
      targets.get(attribute(tag, 'r:id')) ?? '',
    ]),
  )
}

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''

/** A formula is as good as the value that was stored with it; without one, and of merged cells, nobody knows what is meant. */
function oddCells(sheet: string, xml: string): Problem[] {
  const merged = [...xml.matchAll(/<mergeCell\b[^>]*?ref="([A-Z]+\d+):([A-Z]+\d+)"/g)].map(
    ([, from = '', to = '']) => ({
      sheet,
      cell: from,
      text: `The cells ${from} to ${to} are merged. Unmerge them, and fill in each of them.`,
    }),
  )
  const cells = [...xml.matchAll(/<c\b([^>]*)(?<!\/)>((?:(?!<\/c>)[\s\S])*)<\/c>/g)].flatMap(
    ([, attributes = '', inner = '']) => {
      const cell = attribute(` ${attributes}`, 'r')
      if (/\bt="e"/.test(attributes))
        return [{ sheet, cell, text: 'This cell has an error of the spreadsheet. Enter the value.' }]
      if (/<f[\s>/]/.test(inner) && !/<v>[^<]+<\/v>/.test(inner))
        return [
          {
            sheet,
            cell,
            text: 'This cell has a formula without a stored value. Copy it, and paste it as a value.',
          },
        ]
      return []
    },
  )
  return [...merged, ...cells]
}

function titleOf(path: string): string {
  return path.replace(/^.*\//, '').replace(/\.[^.]*$/, '')
}

function csvGrid(title: string, bytes: Uint8Array): Grid {
  const content = decoded(title, bytes)
  const firstLine = content.slice(0, content.search(/\r?\n|$/))
  const delimiter =
    [',', ';', '\t'].toSorted((a, b) => firstLine.split(b).length - firstLine.split(a).length)[0] ?? ','
  try {
    const data: string[][] = parse(content, {
      bom: true,
      delimiter,
      relaxColumnCount: true,
      skipEmptyLines: false,
      maxRecordSize: 100_000,
      to: mostRows + 1,
    })
    // the apostrophe that keeps spreadsheet programs from running a text
    return { title, data: data.map((row) => row.map((cell) => cell.replace(/^'(?=[=+\-@\t\r])/, ''))) }
  } catch (error) {
    throw new UnreadableFile(`The file ${title}.csv is not CSV: ${(error as Error).message}.`, {
      cause: error,
    })
  }
}

function decoded(title: string, bytes: Uint8Array): string {
  try {
    const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
    const content = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes)
    if (content.includes('\0')) throw new TypeError('It has null characters')
    return content
  } catch (error) {
    throw new UnreadableFile(
      `${title} is neither a workbook (.xlsx) nor a CSV file in UTF-8. Save it as “CSV UTF-8”.`,
      { cause: error },
    )
  }
}
