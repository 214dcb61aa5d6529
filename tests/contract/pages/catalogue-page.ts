import { mostCells, mostRows, mostSheets } from '@jaanch/catalogue/file/read-file'
import { sheetIds, sheets } from '@jaanch/catalogue/file/sheets'

const introduction = `# The catalogue

What an installation offers: parameters with their intervals and critical limits, tests, packages and prices. A manager changes it at
\`/admin/catalogue\`, one thing at a time or all of it with a file; price lists of a time or a place are at \`/admin/prices\`.

## The first catalogue

On the empty page, *Load the starter catalogue* loads the starter. Export it, edit it in a spreadsheet program and import it: the page shows each
problem at its cell and what would change before anything does.

The starter has parameters with public intervals and their sources, and tests and packages without prices: a test is offered once it has a
price. A list of two columns, name and price, is enough for that: it is matched to the tests by name and synonym, and a person
decides on what is only similar. A test that measures no parameter has a PDF as its report, and no values, trends or critical calls.

## A file

A workbook (\`.xlsx\`) or a ZIP of CSV files in UTF-8, with these sheets. Each sheet that is there is the whole list of its kind: what is not in it
ends. A sheet that is missing leaves its part as it was, and so does a column that is missing; an empty cell
clears. Lists in a cell are separated by semicolons. The value that is stored with a formula
counts; merged cells, and formulas without a stored value, are named as problems. Prices may be written as \`499\`, \`₹1,00,000\` or \`499/-\`, and
digits may be those of Indian scripts. At most ${mostSheets} sheets, ${mostRows.toLocaleString('en-IN')} rows and ${mostCells.toLocaleString('en-IN')} cells are read.

An import happens in one transaction, or not at all. To undo it, import the export of before. Bookings keep their prices, results keep the
interval that applied, and a parameter that has results keeps its unit: another unit needs another code.
`

/** docs/catalogue.md */
export function cataloguePage(): string {
  return [
    introduction,
    ...sheetIds.flatMap((id) => {
      const { title, help, columns } = sheets[id]
      const rows = columns.map(
        (column) => `| ${column.title} | ${column.isRequired ? 'yes' : ''} | ${column.help} |`,
      )
      return [
        `## ${title}\n\n${help}\n`,
        '| column | required | what to enter |',
        '|---|---|---|',
        ...rows,
        '',
      ]
    }),
  ].join('\n')
}
