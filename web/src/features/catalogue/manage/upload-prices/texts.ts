import { countText } from '@/lib/format/numbers'

export const uploadTexts = {
  heading: {
    title: 'Upload Prices',
    description:
      'A list of names and prices, matched to your tests and packages. Nothing changes until you save.',
  },
  back: 'Catalogue',
  file: 'Price list',
  accepted: 'XLSX or CSV with two columns: name, and price in rupees',
  accept: '.xlsx,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  reading: 'Reading the file',
  readFailed: 'Failed to read the file',
  another: 'Choose another file',
  problems: (count: number) =>
    `${countText(count)} ${count === 1 ? 'row has' : 'rows have'} a problem and will be left out`,
  noRows: 'The file has no row with a name and a price',
  save: (count: number) => `Save ${countText(count)} ${count === 1 ? 'price' : 'prices'}`,
  succeeded: 'Prices saved',
  failed: 'Failed to save the prices',
  conflict: 'The prices were refused. Match your file again, and make your choices anew.',
  lookAgain: 'Match again',
}

export const matchTexts = {
  label: 'Rows of the file',
  heads: { row: 'Row', name: 'Name in the file', price: 'Price', test: 'Test or package' },
  summary: (matched: number, open: number) =>
    open === 0
      ? `All rows are decided, ${countText(matched)} of them matched by name.`
      : `${countText(matched)} matched by name, ${countText(open)} for you to decide.`,
  onlyOpen: 'Only rows to decide',
  allRows: 'All rows',
  shown: 'Which rows',
  noneOpen: 'There is nothing left to decide',
  choose: 'Choose',
  choiceOf: (name: string) => `Test or package for ${name}`,
  addNew: 'A new test, PDF only',
  leaveOut: 'Leave out',
  leaveOutRest: 'Leave out the rest',
  addRest: 'Add the rest as new tests',
  change: 'Change',
  presentPrice: (price: string) => `now ${price}`,
  twice: (row: number) => `Row ${row} has this test already`,
  more: 'Show more rows',
}
