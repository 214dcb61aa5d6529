import { countText } from '@/lib/format/numbers'

const kinds = {
  test: {
    titleNew: 'Add Test',
    description: 'A test is sold alone or in packages. Its report has the parameters that it measures.',
    save: 'Save test',
    succeeded: 'Test saved',
    failed: 'Failed to save the test',
    section: 'Name and price',
    parts: 'Parameters',
    partsHint: 'What the test measures. Without a parameter, labs report it as a PDF.',
  },
  package: {
    titleNew: 'Add Package',
    description: 'A package is several tests for one price.',
    save: 'Save package',
    succeeded: 'Package saved',
    failed: 'Failed to save the package',
    section: 'Name and price',
    parts: 'Tests',
    partsHint: 'The tests of the package.',
  },
}

export const item = {
  kinds,
  code: 'Code',
  codeHint: 'Your own code, such as CBC. It never changes.',
  codeWrong: 'A code has up to 40 capitals, digits, dots, hyphens and underscores',
  codeTaken: 'The catalogue has this code already',
  name: 'Name',
  nameMissing: 'Please enter a name of at most 120 characters',
  category: 'Category',
  categoryHint: 'Such as Blood, Heart or Full body',
  categoryMissing: 'Please enter a category of at most 60 characters',
  descriptionLabel: 'Description',
  descriptionHint: 'One or two sentences for customers',
  price: 'Price (₹)',
  priceHint: 'Without a price it is not offered',
  priceWrong: 'Please enter rupees, such as 1,499 or 499.50',
  originalPrice: 'Original price (₹)',
  originalPriceHint: 'The price that is crossed out',
  originalPriceTooLow: 'The original price cannot be below the price',
  preparing: 'Sample and preparation',
  specimens: 'Specimens',
  specimensHint: {
    test: 'Separated by semicolons: Serum in SST (gold); Whole blood in EDTA (lavender)',
    package: 'Separated by semicolons. Empty: those of its tests',
  },
  fasting: 'Fasting',
  fastingModes: {
    tests: 'As its tests need it',
    no: 'Not required',
    yes: 'Required, without hours',
    hours: 'Required for some hours',
  },
  fastingHours: 'Fasting hours',
  fastingWrong: 'Please enter a whole number from 1 to 72',
  preparation: 'Preparation',
  preparationHint: 'What the customer does before',
  reportHours: 'Report hours',
  reportHoursHint: {
    test: 'From the sample to the report',
    package: 'From the sample to the report. Empty: the longest of its tests',
  },
  reportHoursWrong: 'Please enter a whole number from 1 to 2,160',
  people: 'Who it is for, and how it is found',
  gender: 'For',
  genders: { both: 'Everybody', male: 'Men', female: 'Women' },
  ageMin: 'Youngest, years',
  ageMax: 'Oldest, years',
  ageWrong: 'Please enter a whole number from 0 to 130',
  ageMaxTooLow: 'Cannot be below the youngest age',
  synonyms: 'Synonyms',
  synonymsHint: 'Other names that people search by, separated by semicolons',
  conditions: 'Conditions',
  conditionsHint: 'Health concerns that lead to it, separated by semicolons: fever; fatigue',
  tooMany: (most: number) => `At most ${most} are possible`,
  entryTooLong: 'Each has at most 80 characters',
  offer: 'Offer',
  isOffered: 'Offered',
  isOfferedHint: 'Customers can book it once it has a price.',
  isPopular: 'Popular',
  isPopularHint: 'It is on the landing page.',
  isTaxExempt: 'Exempt from tax',
}

const testsText = (count: number) => (count === 1 ? 'its test' : `its ${countText(count)} tests`)

export const savings = {
  saves: (amount: string, count: number) => `Saves ${amount} compared with ${testsText(count)}`,
  same: (count: number) => `Costs the same as ${testsText(count)}`,
  more: (amount: string, count: number) => `Costs ${amount} more than ${testsText(count)}`,
  unpriced: (count: number, all: number) =>
    `${countText(count)} of ${countText(all)} tests ${count === 1 ? 'has' : 'have'} no price yet`,
}

export const picker = {
  search: { parameters: 'Search parameters to add', tests: 'Search tests to add' },
  example: 'Name, code or synonym',
  chosen: { parameters: 'Chosen parameters', tests: 'Chosen tests' },
  noneChosen: 'None is chosen',
  count: (count: number) => `${countText(count)} chosen`,
  found: (count: number, shown: number) => {
    if (count === 0) return 'Nothing found'
    return count > shown
      ? `${countText(shown)} of ${countText(count)} found are shown`
      : `${countText(count)} found`
  },
  results: 'Found',
  add: 'Add',
  remove: 'Remove',
  unknown: 'Not in the catalogue',
}
