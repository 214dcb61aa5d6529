import type { TablesData } from '@jaanch/platform/personal-data'

const catalogue = { impersonal: 'the catalogue', lasting: 'does not grow with use' } as const

export const catalogueTables: TablesData = {
  packages: { ...catalogue, lasting: 'the catalogue: bookings refer to it' },
  price_lists: {
    impersonal:
      'whom a price is for: labs, companies and camps, and doctors as those who send patients, never a patient',
    lasting: 'one row for each list: bookings name it',
  },
  price_list_prices: {
    impersonal: 'prices of the catalogue',
    lasting: 'one row for each test that a list has',
  },
  parameters: catalogue,
  package_search: { ...catalogue, lasting: 'one row for each package on offer' },
  search_vocabulary: { impersonal: 'words of the catalogue', lasting: 'the words of the catalogue' },
  catalogue_version: { ...catalogue, impersonal: 'a number' },
}
