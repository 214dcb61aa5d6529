import { unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { type Catalogue, emptyCatalogue } from '../catalogue.ts'
import { readStarter } from '../starter/starter.ts'
import { csvOf, rightSheets, rowOf, type Sheets, workbookOf } from '../testing/workbook.ts'
import type { Cell } from './cells.ts'
import { inspectFile } from './inspect.ts'
import { writeFile } from './write-file.ts'

const having = (catalogue: Catalogue) => ({ catalogue, unitsInUse: {} })
const nothing = having(emptyCatalogue)
const inspect = async (sheets: Sheets, present = nothing) =>
  inspectFile('catalogue.xlsx', await workbookOf(sheets), present)

/** A cell by its title and row: `set(sheets, 'Tests', 'Price', 2, 'free')` */
function set(sheets: Sheets, sheet: string, title: string, row: number, value: Cell): void {
  const data = sheets[sheet] ?? []
  const column = data[0]?.indexOf(title) ?? -1
  if (column < 0) throw new Error(`No column ${title} in ${sheet}`)
  const cells = data[row - 1] ?? []
  cells[column] = value
  data[row - 1] = cells
}

/** Sheet, title and row of a cell, what is entered there, where it is reported, and words of the sentence. */
const faults: [sheet: string, title: string, row: number, value: Cell, cell: string, text: RegExp][] = [
  ['Parameters', 'Code', 2, 'H GB', 'A2', /A code has/],
  ['Parameters', 'Code', 2, null, 'A2', /Code is missing/],
  ['Parameters', 'Code', 3, 'HGB', 'A3', /already in a row above/],
  ['Parameters', 'Name', 2, null, 'B2', /Name is missing/],
  ['Parameters', 'Name', 2, 'x'.repeat(121), 'B2', /At most 120 characters/],
  ['Parameters', 'Type', 2, 'numeric', 'C2', /number, choice, text/],
  ['Parameters', 'Type', 2, null, 'C2', /Type is missing/],
  ['Parameters', 'UCUM unit', 2, null, 'E2', /needs a UCUM unit/],
  ['Parameters', 'Decimals', 2, null, 'F2', /needs its decimals/],
  ['Parameters', 'Decimals', 2, 1.5, 'F2', /whole number/],
  ['Parameters', 'Decimals', 2, 9, 'F2', /from 0 to 6/],
  ['Parameters', 'Options', 4, null, 'G4', /needs its options/],
  ['Parameters', 'Options', 4, 'Negative; Negative; Positive', 'G4', /here twice/],
  ['Parameters', 'Normal', 4, 'None', 'H4', /not one of the options/],
  ['Parameters', 'Normal', 2, 'Normal', 'H2', /a number has intervals/],
  ['Parameters', 'Men low', 2, 'thirteen', 'I2', /is not a number/],
  ['Parameters', 'Men low', 4, 3, 'I4', /Only a number has an interval/],
  ['Parameters', 'Men high', 2, 12, 'J2', /not above the lower/],
  ['Parameters', 'Women high', 2, 11, 'L2', /not above the lower/],
  ['Parameters', 'Men low', 3, new Date('2026-03-02'), 'I3', /This cell is a date/],
  ['Parameters', 'Critical low', 2, 12.5, 'M2', /inside the interval/],
  ['Parameters', 'Critical high', 2, 16, 'N2', /inside the interval/],
  ['Parameters', 'Critical low', 2, 25, 'N2', /every result would be critical/],
  ['Parameters', 'Critical low', 4, 1, 'M4', /Only a number has critical limits/],
  ['Parameters', 'Critical results', 4, 'Strong', 'O4', /not one of the options/],
  ['Parameters', 'Critical results', 2, 'High', 'O2', /Only a choice has critical results/],
  ['Parameters', 'LOINC', 2, '718-8', 'P2', /check digit/],
  ['Parameters', 'LOINC', 3, '718-7', 'P3', /already in a row above/],
  ['Parameters', 'Stable in', 2, 'bottle', 'R2', /Enter one of/],
  ['Parameters', 'Stable hours', 2, 5_000, 'S2', /from 0.5 to 720/],
  ['Intervals', 'Parameter', 2, 'XYZ', 'A2', /no parameter XYZ/],
  ['Intervals', 'Kind', 2, 'usual', 'B2', /reference, critical/],
  ['Intervals', 'Sex', 2, 'm', 'C2', /both, male, female/],
  ['Intervals', 'Age from', 2, 'six', 'D2', /is not a number/],
  ['Intervals', 'Age from', 2, 24, 'E2', /not above the one at the beginning/],
  ['Intervals', 'Age to', 2, 2_000, 'E2', /from 0 to 1560/],
  ['Intervals', 'Sex', 4, 'male', 'D4', /Another row holds/],
  ['Intervals', 'High', 2, 9, 'G2', /not above the lower/],
  ['Intervals', 'Expected', 2, 'Normal', 'H2', /is a number/],
  ['Intervals', 'Low', 6, 1, 'F6', /is not a number: enter the expected/],
  ['Intervals', 'Expected', 6, 'Unclear', 'H6', /not one of the options/],
  ['Intervals', 'Source', 2, null, 'I2', /Source is missing/],
  ['Intervals', 'High', 5, null, 'F5', /lower or an upper limit/],
  ['Parameters', 'Unit', 2, 'g/L', 'D2', /another unit than g\/dL/],
  ['Parameters', 'Men low', 2, '0,035', 'I2', /has a comma/],
  ['Parameters', 'Stable in', 2, null, 'R2', /need the container/],
  ['Parameters', 'Stable hours', 2, null, 'S2', /need the hours/],
  ['Intervals', 'Parameter', 5, 'FBZ', 'A5', /no parameter FBZ/],
  ['Intervals', 'Sex', 5, 'female', 'C5', /for both sexes/],
  ['Intervals', 'Age to', 5, null, 'E5', /age at the end/],
  ['Intervals', 'Low', 2, 6, 'F2', /inside the interval/],
  ['Tests', 'Name', 2, null, 'B2', /Name is missing/],
  ['Tests', 'Code', 3, 'cbc', 'A3', /already in a row above/],
  ['Tests', 'Name', 3, 'complete blood count', 'B3', /already in a row above/],
  ['Tests', 'Category', 2, null, 'C2', /Category is missing/],
  ['Tests', 'Price', 2, 'free', 'D2', /is not a price/],
  ['Tests', 'Price', 2, -5, 'D2', /₹0 to ₹10,00,000/],
  ['Tests', 'Price', 2, 99.999, 'D2', /at most two decimals/],
  ['Tests', 'Price', 2, '1,0,0', 'D2', /is not a price/],
  ['Tests', 'Price', 2, '50,00,000', 'D2', /₹0 to ₹10,00,000/],
  ['Tests', 'Original price', 2, 200, 'E2', /below the price/],
  ['Tests', 'Parameters', 2, 'HGB; WBC', 'F2', /no parameter WBC/],
  ['Tests', 'Parameters', 2, 'HGB; HGB', 'F2', /here twice/],
  ['Tests', 'Specimens', 2, `${'x'.repeat(90)} in EDTA`, 'G2', /is no specimen/],
  ['Tests', 'Fasting', 2, 'overnight', 'H2', /is not a number/],
  ['Tests', 'Fasting', 2, 100, 'H2', /from 0 to 72/],
  ['Tests', 'Report hours', 2, 0, 'I2', /from 1 to 2160/],
  ['Tests', 'Oldest', 4, 3, 'L4', /below the youngest/],
  ['Tests', 'For', 2, 'women', 'M2', /both, male, female/],
  ['Tests', 'Popular', 2, 'maybe', 'N2', /Enter yes or no/],
  ['Packages', 'Tests', 2, 'CBC; LIPID', 'D2', /no test LIPID/],
  ['Packages', 'Tests', 2, 'CBC; PKG', 'D2', /is a package/],
  ['Packages', 'Code', 2, 'CBC', 'A2', /already in a row above/],
]

describe('a file of a catalogue', () => {
  it('has no problem if it is right, and says what it adds', async () => {
    const { problems, comparison, pdfOnly, after } = await inspect(rightSheets())
    expect(problems).toEqual([])
    expect(comparison.counts).toMatchObject({
      parameters: { added: 4 },
      tests: { added: 3 },
      packages: { added: 1 },
    })
    expect(pdfOnly).toEqual(['Chest X-ray'])
    expect(after.items.map(({ code, price }) => [code, price])).toEqual([
      ['CBC', 29_900],
      ['GLU', 10_000_000],
      ['XRAY', null],
      ['PKG', 49_900],
    ])
    expect(after.parameters[1]?.criticalAges).toEqual([
      { ageFrom: 0, ageTo: 12, low: null, high: 270, source: 'Own list' },
    ])
  })

  it.each(faults)(
    'has each fault at its cell: %s, %s in row %i is %s',
    async (sheet, title, row, value, cell, text) => {
      const sheets = rightSheets()
      set(sheets, sheet, title, row, value)
      const { problems } = await inspect(sheets)
      const found = problems.find((problem) => problem.sheet === sheet && problem.cell === cell)
      expect(found?.text, JSON.stringify(problems)).toMatch(text)
    },
  )

  it('has sixty faults in one list, in the order of its sheets and rows, and none after they are mended', async () => {
    const sheets = rightSheets()
    const [titles = [], ...rows] = sheets.Tests ?? []
    const added = Array.from({ length: 60 }, (_, n) =>
      rowOf(titles, {
        ...{ Code: `T${n}`, Name: `Test ${n}`, Category: 'Other' },
        ...(n % 2 ? { Price: 'free' } : { Price: 10, Parameters: 'NONE' }),
      }),
    )
    sheets.Tests = [titles, ...rows, ...added]
    const { problems } = await inspect(sheets)
    expect(problems).toHaveLength(60)
    expect(problems.map(({ cell }) => cell)).toEqual(
      Array.from({ length: 60 }, (_, n) => `${n % 2 ? 'D' : 'F'}${n + 5}`),
    )
    for (let n = 0; n < 60; n++) {
      set(sheets, 'Tests', 'Price', n + 5, 10)
      set(sheets, 'Tests', 'Parameters', n + 5, 'HGB')
    }
    expect((await inspect(sheets)).problems).toEqual([])
  })

  it('names unknown sheets and columns, missing columns, and a file that has none of them', async () => {
    const sheets: Sheets = { ...rightSheets(), Extra: [['a']] }
    sheets.Tests?.[0]?.push('Colour')
    sheets.Packages?.[0]?.splice(2, 1)
    const { problems } = await inspect(sheets)
    expect(problems.map(({ sheet, cell, text }) => [sheet, cell, text.slice(0, 28)])).toEqual(
      expect.arrayContaining([
        ['Extra', null, 'There is no sheet “Extra” in'],
        ['Tests', 'O1', 'There is no column “Colour”.'],
        ['Packages', null, 'The column Category is missi'],
      ]),
    )
    expect((await inspect({ 'Read me': [['x']] })).problems).toEqual([
      { sheet: '', cell: null, text: 'The file has no sheet of a catalogue.' },
    ])
  })

  it('is the same as a workbook, as CSV files with and without a byte order mark, and with Indian digits', async () => {
    const expected = (await inspect(rightSheets())).after
    for (const mark of ['\ufeff', ''])
      expect((await inspectFile('catalogue.zip', csvOf(rightSheets(), mark), nothing)).after).toEqual(
        expected,
      )
    const indian = rightSheets()
    set(indian, 'Tests', 'Price', 2, '२९९')
    set(indian, 'Parameters', 'Men low', 2, '૧૩')
    expect((await inspect(indian)).after).toEqual(expected)
  })

  it('leaves parts without a sheet as they were', async () => {
    const starter = readStarter()
    const { after, problems, comparison } = await inspect(
      {
        Packages: [
          ['Code', 'Name', 'Category', 'Tests'],
          ['MINE', 'Mine', 'Other', 'CBC; ESR'],
        ],
      },
      having(starter),
    )
    expect(problems).toEqual([])
    expect(after.parameters).toEqual(starter.parameters)
    expect(comparison.counts.tests).toEqual({ added: 0, changed: 0, ended: 0, untouched: 88 })
    expect(comparison.counts.packages).toEqual({ added: 1, changed: 0, ended: 16, untouched: 0 })
  })

  it('with one new row alone says once for each other sheet that a sheet is the whole list of its kind', async () => {
    const { problems } = await inspect(
      {
        Parameters: [
          ['Code', 'Name', 'Type', 'Decimals'],
          ['MINE', 'Mine', 'number', 1],
        ],
      },
      having(readStarter()),
    )
    expect(problems.filter(({ cell }) => cell === null).map(({ sheet }) => sheet)).toEqual([
      'Intervals',
      'Tests',
    ])
    expect(problems.find(({ sheet }) => sheet === 'Tests')?.text).toMatch(
      /^The file has no such sheet, and \d+ rows .*There is no parameter .*Each sheet of a file is the whole list of its kind/,
    )
  })

  it('keeps what a column that it lacks said before, and clears what its cells leave empty', async () => {
    const before = (await inspect(rightSheets())).after
    const sheets: Sheets = {
      Tests: [
        ['Code', 'Name', 'Category', 'Synonyms'],
        ['CBC', 'Complete blood count', 'Blood', null],
      ],
    }
    const { after } = await inspect(sheets, having(before))
    const [test] = before.items
    expect(after.items[0]).toEqual({ ...test, synonyms: [] })
  })

  it('keeps the unit of a parameter that has results', async () => {
    const before = (await inspect(rightSheets())).after
    const sheets = rightSheets()
    set(sheets, 'Parameters', 'UCUM unit', 2, 'mmol/L')
    set(sheets, 'Parameters', 'Unit', 2, 'mmol/L')
    const { problems } = await inspect(sheets, {
      catalogue: before,
      unitsInUse: { HGB: { ucum: 'g/dL', unit: 'g/dL' } },
    })
    const text = expect.stringContaining('has results in g/dL')
    expect(problems).toEqual([{ sheet: 'Parameters', cell: 'E2', text }])
  })

  it('says what changes in each field', async () => {
    const before = (await inspect(rightSheets())).after
    const sheets = rightSheets()
    set(sheets, 'Tests', 'Price', 2, 349)
    const { comparison } = await inspect(sheets, having(before))
    expect(comparison.changes).toEqual([
      {
        sheet: 'tests',
        kind: 'changed',
        key: 'CBC',
        name: 'Complete blood count',
        fields: [{ title: 'Price', from: '299', to: '349' }],
      },
    ])
  })
})

describe('the export of a catalogue', () => {
  it.each(['xlsx', 'csv'] as const)('changes nothing when it is imported again as %s', async (format) => {
    const starter = readStarter()
    const file = await writeFile(format, starter)
    const { problems, comparison } = await inspectFile(`catalogue.${format}`, file, having(starter))
    expect(problems).toEqual([])
    expect(comparison.changes).toEqual([])
  })

  it('has a template that can be imported, and explains each column', async () => {
    const { problems, after } = await inspectFile('template.xlsx', await writeFile('xlsx'), nothing)
    expect(problems).toEqual([])
    expect(after).toEqual<Catalogue>(emptyCatalogue)
  })
})

describe('a file of a stranger', () => {
  const refused = (name: string, bytes: Uint8Array) =>
    inspectFile(name, bytes, nothing).then(
      () => 'taken',
      (error: Error) => error.message,
    )

  it('that unpacks to far more than it has is refused before it is unpacked', async () => {
    const bomb = zipSync({ 'Tests.csv': new Uint8Array(70 * 1_048_576) }, { level: 1 })
    expect(bomb.length).toBeLessThan(1_048_576)
    expect(await refused('bomb.zip', bomb)).toMatch(/unpacks to more than 64 MB/)
  })

  it('with too many parts, too many rows, or cells that are far apart is refused', async () => {
    const parts = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`${n}.csv`, new Uint8Array(1)]))
    expect(await refused('parts.zip', zipSync(parts))).toMatch(/more than 100 parts/)
    const rows = new TextEncoder().encode('Code\n'.repeat(20_002))
    expect(await refused('Tests.csv', rows)).toMatch(/more than 20,000 rows/)
    const xml = '<worksheet><sheetData><row r="1"><c r="A1"/><c r="XFD20000"/></row></sheetData></worksheet>'
    const far = zipSync({
      'xl/workbook.xml': new Uint8Array(1),
      'xl/worksheets/sheet1.xml': new TextEncoder().encode(xml),
    })
    expect(await refused('far.xlsx', far)).toMatch(/more than 5,00,000 cells/)
  })

  it('that is damaged, empty, no spreadsheet, an old workbook or not UTF-8 is refused with a sentence', async () => {
    const right = await workbookOf(rightSheets())
    expect(await refused('a.xlsx', right.subarray(0, 400))).toMatch(/damaged/)
    expect(await refused('a.zip', zipSync({ 'a.txt': new Uint8Array(3) }))).toMatch(/no CSV files/)
    expect(await refused('a.xls', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]))).toMatch(/Excel 2003/)
    expect(await refused('Tests.csv', new Uint8Array([0x43, 0xff, 0xfe, 0x00]))).toMatch(/UTF-8/)
  })

  it('with a formula is taken with its stored value; without one, and with merged cells, it has a problem', async () => {
    const file = await writeFile('xlsx', readStarter())
    const entries = unzipSync(file)
    const path = 'xl/worksheets/sheet3.xml'
    const xml = new TextDecoder().decode(entries[path])
    const inspectChanged = (from: RegExp, to: string) => {
      const changed = { ...entries, [path]: new TextEncoder().encode(xml.replace(from, to)) }
      return inspectFile('a.xlsx', zipSync(changed), nothing)
    }
    const at = /<c r="A2"[^>]*>.*?<\/c>/
    const stored = await inspectChanged(at, '<c r="A2" t="str"><f>"C"&amp;"BC"</f><v>CBC</v></c>')
    expect(stored.problems.filter(({ cell }) => cell === 'A2')).toEqual([])
    const bare = await inspectChanged(at, '<c r="A2"><f>1+1</f></c>')
    const text = expect.stringContaining('formula without a stored value')
    expect(bare.problems[0]).toEqual({ sheet: 'Tests', cell: 'A2', text })
    const merged = await inspectChanged(
      /<\/sheetData>/,
      '</sheetData><mergeCells><mergeCell ref="C2:C4"/></mergeCells>',
    )
    expect(merged.problems[0]).toEqual({
      sheet: 'Tests',
      cell: 'C2',
      text: expect.stringContaining('are merged'),
    })
  })
})
