/** Files of catalogues for tests. */
import { zipSync } from 'fflate'
import writeXlsxFile from 'write-excel-file/node'
import type { Cell } from '../file/cells.ts'

export type Sheets = Record<string, Cell[][]>

/** A workbook of sheets by title. */
export function workbookOf(sheets: Sheets): Promise<Buffer> {
  return writeXlsxFile(
    Object.entries(sheets).map(([sheet, data]) => ({
      sheet,
      dateFormat: 'yyyy-mm-dd',
      data: data.map((row) => row.map((value) => (value === null ? null : { value }))),
    })),
  ).toBuffer()
}

/** The same as a ZIP of CSV files. @param mark the byte order mark that Excel writes first */
export function csvOf(sheets: Sheets, mark = '\ufeff'): Buffer {
  const quoted = (cell: Cell) => `"${String(cell ?? '').replaceAll('"', '""')}"`
  const files = Object.entries(sheets).map(
    ([title, data]) =>
      [
        `${title}.csv`,
        new TextEncoder().encode(mark + data.map((row) => row.map(quoted).join(',')).join('\r\n')),
      ] as const,
  )
  return Buffer.from(zipSync(Object.fromEntries(files)))
}

/** @returns the cells of a row in the order of the titles */
export function rowOf(titles: readonly Cell[], cells: Readonly<Record<string, Cell>>): Cell[] {
  return titles.map((title) => cells[String(title)] ?? null)
}

/** @param columns the titles, separated by commas @param rows their cells by title; the others are empty */
function sheetOf(columns: string, ...rows: Readonly<Record<string, Cell>>[]): Cell[][] {
  const titles = columns.split(', ')
  return [titles, ...rows.map((row) => rowOf(titles, row))]
}

/** A small catalogue that is right: two numbers, a choice, a text; three tests, one package. */
export const rightSheets = (): Sheets => ({
  Parameters: sheetOf(
    'Code, Name, Type, Unit, UCUM unit, Decimals, Options, Normal, Men low, Men high, Women low, Women high, Critical low, Critical high, Critical results, LOINC, Synonyms, Stable in, Stable hours',
    {
      Code: 'HGB',
      Name: 'Haemoglobin',
      Type: 'number',
      Unit: 'g/dL',
      'UCUM unit': 'g/dL',
      Decimals: 1,
      'Men low': 13,
      'Men high': 17,
      'Women low': 12,
      'Women high': 15,
      'Critical low': 7,
      'Critical high': 20,
      LOINC: '718-7',
      Synonyms: 'hb; haemogram',
      'Stable in': 'EDTA',
      'Stable hours': 24,
    },
    {
      Code: 'FBS',
      Name: 'Fasting sugar',
      Type: 'number',
      Unit: 'mg/dL',
      'UCUM unit': 'mg/dL',
      Decimals: 0,
      'Men low': 70,
      'Men high': 100,
      'Women low': 70,
      'Women high': 100,
      'Critical low': 40,
      'Critical high': 450,
      LOINC: '1558-6',
      Synonyms: 'sugar',
    },
    {
      Code: 'MPAG',
      Name: 'Malaria antigen',
      Type: 'choice',
      Options: 'Negative; Positive',
      Normal: 'Negative',
      'Critical results': 'Positive',
    },
    { Code: 'PBS', Name: 'Blood film', Type: 'text' },
  ),
  Intervals: [
    ['Parameter', 'Kind', 'Sex', 'Age from', 'Age to', 'Low', 'High', 'Expected', 'Source'],
    ['HGB', 'reference', 'both', 6, 24, 10.5, 13.5, null, 'WHO'],
    ['HGB', 'reference', 'male', 24, null, 11, 15, null, 'WHO'],
    ['HGB', 'reference', 'female', 24, null, 11, 14, null, 'WHO'],
    ['FBS', 'critical', null, 0, 12, null, 270, null, 'Own list'],
    ['MPAG', 'reference', null, null, null, null, null, 'Negative', 'Own list'],
  ],
  Tests: sheetOf(
    'Code, Name, Category, Price, Original price, Parameters, Specimens, Fasting, Report hours, Synonyms, Youngest, Oldest, For, Popular',
    {
      Code: 'CBC',
      Name: 'Complete blood count',
      Category: 'Blood',
      Price: 299,
      'Original price': 450,
      Parameters: 'HGB; PBS',
      Specimens: 'Whole blood in EDTA (lavender)',
      Fasting: 'no',
      'Report hours': 8,
      Synonyms: 'FBC',
      For: 'both',
      Popular: 'yes',
    },
    {
      Code: 'GLU',
      Name: 'Blood sugar, fasting',
      Category: 'Diabetes',
      Price: '₹1,00,000',
      Parameters: 'FBS',
      Specimens: 'Plasma in Fluoride (grey)',
      Fasting: 10,
      'Report hours': 24,
      Synonyms: 'sugar test',
      Popular: 'no',
    },
    {
      Code: 'XRAY',
      Name: 'Chest X-ray',
      Category: 'Other',
      Youngest: 5,
      Oldest: 90,
      For: 'both',
      Popular: 'no',
    },
  ),
  Packages: [
    ['Code', 'Name', 'Category', 'Tests', 'Price', 'Original price'],
    ['PKG', 'Fever panel', 'Fever', 'CBC; GLU', '499/-', 'Rs. 699'],
  ],
})
