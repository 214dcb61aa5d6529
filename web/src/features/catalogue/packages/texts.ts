export const formTexts = {
  create: {
    title: 'Create Package',
    submitLabel: 'Create Package',
    succeeded: 'Package Created',
    failed: 'Failed to create package',
  },
  edit: {
    title: 'Edit Package',
    submitLabel: 'Save Package',
    succeeded: 'Package Updated',
    failed: 'Failed to update package',
  },
  name: 'Name',
  nameWrong: 'Please enter a name of at most 120 characters',
  description: 'Description',
  descriptionWrong: 'At most 2,000 characters',
  price: 'Price (₹)',
  priceWrong: 'Please enter a price in rupees, such as 499 or 499.50',
  originalPrice: 'Original Price (₹)',
  originalPriceWrong: 'Please enter a price in rupees, or nothing',
  originalPriceTooLow: 'The original price cannot be below the price',
  testsIncluded: 'Tests Included',
  testsWrong: 'Please enter a whole number from 1 to 1,000',
  sampleType: 'Sample Type',
  fasting: 'Fasting required',
  popular: 'Popular',
}

export const deleteTexts = {
  question: (name: string) => ({
    title: `Delete ${name}`,
    description: 'Are you sure you want to delete this package?',
    confirmLabel: 'Delete package',
    cancelLabel: 'Keep package',
  }),
  succeeded: 'Package Deleted',
  failed: 'Failed to delete package',
}

export const pageTexts = {
  heading: { title: 'Packages', description: 'The tests and packages on offer.' },
  add: 'Add Package',
  prices: 'Price Lists',
  catalogue: 'Catalogue',
  search: 'Search packages',
  searchExample: 'Search by name or category',
  noneAtAll: 'No packages available at the moment',
  fillCatalogue: 'Set up the catalogue',
  addFirst: 'Add the first one',
  none: 'No tests found',
  clear: 'Clear search',
  total: 'Total Packages',
  active: 'Active',
  popular: 'Popular',
}

export const cardTexts = {
  popular: 'Popular',
  inactive: 'Inactive',
  tests: (count: number) => `${count} ${count === 1 ? 'test' : 'tests'} included`,
  fasting: (hours: string) => `Fasting ${hours}`,
  noFasting: 'No fasting',
  edit: 'Edit',
  delete: 'Delete',
}
