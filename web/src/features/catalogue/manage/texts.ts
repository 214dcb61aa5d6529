import { countText } from '@/lib/format/numbers'
import { countedText } from '@/lib/format/text'

export const pageTexts = {
  heading: {
    title: 'Catalogue',
    description: 'What your labs measure, and the tests and packages that you sell.',
  },
  back: 'Packages',
  prices: 'Upload prices',
  import: 'Import and export',
  add: { tests: 'Add test', packages: 'Add package', parameters: 'Add parameter' },
  parts: 'Parts of the catalogue',
  tabs: { tests: 'Tests', packages: 'Packages', parameters: 'Parameters' },
  search: {
    tests: 'Search tests',
    packages: 'Search packages',
    parameters: 'Search parameters',
  },
  searchExample: 'Name, code or synonym',
  loading: 'Loading the catalogue',
  failed: 'The catalogue could not be loaded.',
  none: {
    tests: 'There are no tests',
    packages: 'There are no packages',
    parameters: 'There are no parameters',
  },
  notFound: 'Nothing found',
  clear: 'Clear search',
  more: 'Show more',
}

export const emptyTexts = {
  title: 'The catalogue is empty',
  text: 'Load the starter catalogue with common tests and their reference intervals, or import a file of your own.',
  load: 'Load the starter catalogue',
  import: 'Import a file',
  succeeded: 'Starter catalogue loaded',
  failed: 'Failed to load the starter catalogue',
}

export const unpricedTexts = {
  text: (count: number, all: number) =>
    `${countText(count)} of ${countText(all)} tests and packages have no price yet. They are offered once they have one.`,
  link: 'Upload a price list',
}

export const listTexts = {
  heads: {
    tests: ['Test', 'Price', 'Measures', 'Specimens', 'Fasting', 'State'],
    packages: ['Package', 'Price', 'Tests', 'Specimens', 'Fasting', 'State'],
    parameters: ['Parameter', 'Results', 'Adults', 'Critical', 'Measured by'],
  },
  price: 'Price',
  noPrice: 'No price yet',
  measures: 'Measures',
  parameters: (count: number) => countedText(count, 'parameter'),
  tests: (count: number) => countedText(count, 'test'),
  pdfOnly: 'PDF only',
  pdfOnlyHint: 'It measures no parameter: labs report it as a PDF.',
  specimens: 'Specimens',
  fasting: 'Fasting',
  noFasting: 'No',
  hours: (hours: number) => (hours === 1 ? '1 hour' : `${hours} hours`),
  fastingRequired: 'Required',
  asTests: 'As its tests',
  offered: 'Offered',
  notOffered: 'Not offered',
  results: 'Results',
  anyText: 'Any text',
  noUnit: 'Number',
  adults: 'Adults',
  men: (limits: string) => `Men ${limits}`,
  women: (limits: string) => `women ${limits}`,
  critical: 'Critical',
  measuredBy: 'Measured by',
  unmeasured: 'No test',
  of: { tests: 'of the tests', packages: 'of the packages', parameters: 'of the parameters' },
}

/** @returns such as `146 added, 3 changed`, for a toast */
export function countsText({
  added,
  changed,
  ended,
}: {
  added: number
  changed: number
  ended: number
}): string {
  const parts = [
    added > 0 && `${countText(added)} added`,
    changed > 0 && `${countText(changed)} changed`,
    ended > 0 && `${countText(ended)} ended`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join(', ') : 'Nothing has changed.'
}

export const conflictTexts = {
  title: 'Somebody changed the catalogue meanwhile.',
}

export const fileChoiceTexts = {
  choose: 'Choose a file',
  orDrop: 'or drop it here',
  refused: 'This file cannot be used',
  empty: 'The file is empty.',
  unreadable: 'The file could not be read. Please choose it again.',
}

export const problemsTexts = {
  heads: { sheet: 'Sheet', cell: 'Cell', text: 'Problem' },
  label: 'Problems',
  wholeSheet: 'Whole sheet',
  shown: (shown: number, all: number) => `${countText(shown)} of ${countText(all)} shown`,
}
