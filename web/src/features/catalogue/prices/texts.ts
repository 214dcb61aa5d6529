import type { PriceListKind } from '@jaanch/contracts/vocabulary'

export const kindTexts: Record<PriceListKind, string> = {
  installation: 'Everybody',
  centre: 'Collection centre',
  lab: 'Lab',
  company: 'Company',
  doctor: 'Patients of a doctor',
  camp: 'Camp',
}

export const pageTexts = {
  heading: {
    title: 'Price Lists',
    description: 'Prices that hold in place of the catalogue’s, for a time or for somebody.',
  },
  back: 'Packages',
  add: 'Add Price List',
  failed: 'The price lists could not be loaded.',
  none: 'There are no price lists',
  noneText: 'Every test has the price of the catalogue.',
}

export const listTexts = {
  heads: { name: 'Name', subject: 'For whom', validity: 'Validity', tests: 'Tests', state: 'State' },
  states: { applies: 'Applies', begins: 'Begins later', ended: 'Ended' },
  /** @param last the last day on which it applies; null: open */
  validity: (first: string, last: string | null) => (last === null ? `From ${first}` : `${first} to ${last}`),
  never: 'Never applied',
}

export const addTexts = {
  dialog: { title: 'Add Price List', submitLabel: 'Add Price List' },
  kind: 'For whom',
  atDesk: 'This list holds at a desk only. Customers who book online pay the prices for everybody.',
  lab: 'Lab',
  chooseLab: 'Choose a lab',
  labMissing: 'Please choose a lab',
  subject: 'Name',
  subjectMissing: 'Please enter whom the list is for, in at most 80 characters',
  succeeded: 'Price List Added',
  failed: 'Failed to add the price list',
}

export const fieldTexts = {
  name: 'Name of the list',
  nameMissing: 'Please enter a name of at most 80 characters',
  first: 'First day',
  firstMissing: 'Please enter the first day',
  last: 'Last day',
  lastTooEarly: 'The last day cannot be before the first day',
}

export const editorTexts = {
  back: 'All price lists',
  failed: 'This price list could not be loaded.',
  search: 'Search tests',
  searchExample: 'Search by name',
  none: 'No tests found',
  clearSearch: 'Clear search',
  heads: { test: 'Test', catalogue: 'Catalogue', price: 'Price in this list', difference: 'Difference' },
  priceOf: (test: string) => `Price of ${test} in this list (₹)`,
  priceWrong: 'Please enter rupees, such as 1,499 or 499.50',
  priced: (count: string, all: string) => `${count} of ${all} tests have a price in this list`,
  fill: 'Fill All',
  clear: 'Clear All',
  clearQuestion: {
    title: 'Clear all prices',
    description: 'Every test gets the price of the catalogue. Nothing changes until you save.',
    confirmLabel: 'Clear prices',
    cancelLabel: 'Keep prices',
  },
  save: 'Save Price List',
  succeeded: 'Price List Saved',
  saveFailed: 'Failed to save the price list',
  wrong: 'Please correct what is marked first.',
  end: 'End Today',
  endQuestion: (name: string) => ({
    title: `End ${name}`,
    description: 'The list applies no more from now on. What you have not saved is lost.',
    confirmLabel: 'End price list',
    cancelLabel: 'Keep price list',
  }),
  ended: 'Price List Ended',
  endFailed: 'Failed to end the price list',
  more: 'Show more tests',
}

export const fillTexts = {
  dialog: {
    title: 'Fill All Prices',
    description: 'Replaces the prices of all tests. Nothing changes until you save.',
    submitLabel: 'Fill Prices',
  },
  percent: 'Percent',
  percentWrong: 'Please enter a number from 0 to 100, such as 10 or 12.5',
  direction: 'From the catalogue’s price',
  directions: { below: 'Below the catalogue', above: 'Above the catalogue' },
  step: 'Rounded to',
  roundings: { '0.01': 'Not rounded', '1': '₹1', '5': '₹5', '10': '₹10', '50': '₹50' },
}
