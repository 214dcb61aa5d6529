import { countText } from '@/lib/format/numbers'
import { countedText } from '@/lib/format/text'

export const page = {
  heading: {
    title: 'Import and export',
    description:
      'The whole catalogue as one file. You see what an import changes before it changes anything.',
  },
  back: 'Catalogue',
  file: 'Catalogue file',
  accepted: 'XLSX, or CSV files in a ZIP, up to 8 MB',
  accept: '.xlsx,.zip,application/zip,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  reading: 'Reading the file',
  readFailed: 'Failed to read the file',
  another: 'Choose another file',
  apply: 'Apply',
  applyHint: {
    problems: 'Correct the problems in the file first, and choose it again.',
    nothing: 'The catalogue has all of it already: there is nothing to apply.',
  },
  succeeded: 'Catalogue imported',
  failed: 'Failed to import the catalogue',
  conflict: 'The import was refused. Look again at what your file would change now.',
  lookAgain: 'Look again',
}

export const files = {
  title: 'Export',
  text: 'Exports have all parameters, intervals, tests and packages. The template is an empty workbook that explains its columns.',
  xlsx: 'Excel (XLSX)',
  csv: 'CSV (ZIP)',
  template: 'Template',
  failed: 'Failed to download the file',
}

export const undo = {
  text: 'To undo an import, import what you exported before it.',
  export: 'Export the present catalogue',
}

export const problems = {
  title: (count: number) => `${countText(count)} ${count === 1 ? 'problem' : 'problems'}`,
  lead: 'Nothing can be imported while there are problems.',
}

export type SheetId = 'parameters' | 'intervals' | 'tests' | 'packages'

const endings: Record<SheetId, (count: number) => string> = {
  parameters: (count) => `${countedText(count, 'parameter')} will end`,
  intervals: (count) => `${countedText(count, 'interval')} will no longer apply`,
  tests: (count) => `${countedText(count, 'test')} will no longer be offered`,
  packages: (count) => `${countedText(count, 'package')} will no longer be offered`,
}

export const difference = {
  counts: 'Changes by sheet',
  heads: { sheet: 'Sheet', added: 'Added', changed: 'Changed', ended: 'Ended', untouched: 'Untouched' },
  sheets: { parameters: 'Parameters', intervals: 'Intervals', tests: 'Tests', packages: 'Packages' },
  ended: (sheet: SheetId, count: number) => endings[sheet](count),
  endedHint: 'They are not in the file. Bookings and results keep them.',
  groups: {
    ended: (count: number) => `Ended (${countText(count)})`,
    changed: (count: number) => `Changed (${countText(count)})`,
    added: (count: number) => `Added (${countText(count)})`,
  },
  of: { ended: 'of what ends', changed: 'of what changes', added: 'of what is added' },
  nothing: 'nothing',
  to: 'becomes',
  more: 'Show more',
  listed: (shown: number, all: number) => `${countText(shown)} of ${countText(all)} are listed.`,
  pdfOnly: (count: number) => `${countedText(count, 'test')} ${count === 1 ? 'is' : 'are'} PDF only`,
  pdfOnlyHint: 'They measure no parameter, so that labs report them as PDFs.',
}
