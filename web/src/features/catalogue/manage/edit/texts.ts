import { countText } from '@/lib/format/numbers'
import { countedText } from '@/lib/format/text'

export const frameTexts = {
  back: 'Catalogue',
  conflict: 'Your changes were not saved. Look at it again, and enter them anew.',
  lookAgain: 'Look again',
  missing: 'The catalogue does not have this any more.',
  wrong: 'Please correct what is marked first.',
  loading: 'Loading what this affects',
  affects: (parts: readonly string[]) =>
    parts.length === 0
      ? 'No open booking, test or package depends on it.'
      : `Affects ${parts.join(', ')}. Bookings keep what they were placed with.`,
  openBookings: (count: number) => `${countText(count)} open ${count === 1 ? 'booking' : 'bookings'}`,
  tests: (count: number) => countedText(count, 'test'),
  packages: (count: number) => countedText(count, 'package'),
  labs: (count: number) => `${countedText(count, 'lab')} with own intervals`,
}

/** The fields that parameters, tests and packages have */
export const namedTexts = {
  code: 'Code',
  codeWrong: 'A code has up to 40 capitals, digits, dots, hyphens and underscores',
  codeTaken: 'The catalogue has this code already',
  name: 'Name',
  nameMissing: 'Please enter a name of at most 120 characters',
  synonyms: 'Synonyms',
  synonymsHint: 'Other names that people search by, separated by semicolons',
  tooMany: (most: number) => `At most ${most} are possible`,
  entryTooLong: 'Each has at most 80 characters',
}

export const parameterTexts = {
  ...namedTexts,
  titleNew: 'Add Parameter',
  description: 'A parameter is what a lab measures and reports as one value.',
  save: 'Save parameter',
  succeeded: 'Parameter saved',
  failed: 'Failed to save the parameter',
  end: 'End parameter',
  endQuestion: (name: string) => ({
    title: `End ${name}`,
    description:
      'Labs no longer measure it, and its intervals end too. Results that have it stay as they are.',
    confirmLabel: 'End parameter',
    cancelLabel: 'Keep parameter',
  }),
  ended: 'Parameter ended',
  endFailed: 'Failed to end the parameter',
  sections: {
    result: 'Name and result',
    adults: 'Intervals of adults',
    critical: 'Critical results',
    stability: 'Stability of the specimen',
  },
  codeHint: 'Your own code, such as HGB. It never changes.',
  type: 'Results are',
  types: { number: 'Numbers', choice: 'A choice', text: 'Any text' },
  unit: 'Unit',
  unitHint: 'As on reports; empty for a ratio',
  ucum: 'UCUM unit',
  ucumHint: 'As systems send it, such as g/dL or 10*3/uL; 1 for a ratio',
  ucumMissing: 'A number needs a UCUM unit; a ratio has 1',
  decimals: 'Decimals',
  decimalsWrong: 'Please enter a whole number from 0 to 6',
  options: 'Options',
  optionsHint: 'Separated by semicolons: Negative; Positive',
  optionsMissing: 'Please enter the possible results',
  normal: 'Normal result',
  notAnOption: (text: string) => `“${text}” is not one of the options`,
  loinc: 'LOINC',
  loincWrong: 'Please enter a LOINC code, such as 718-7',
  method: 'Method',
  adultsHint: 'Both limits are included. They hold for adults if there are no intervals by age.',
  maleLow: 'Men, lower limit',
  maleHigh: 'Men, upper limit',
  femaleLow: 'Women, lower limit',
  femaleHigh: 'Women, upper limit',
  numberWrong: 'Please enter a number',
  highWrong: 'Must be greater than the lower limit',
  criticalHint: 'At or beyond these limits, somebody is called at once.',
  criticalLow: 'Critical at or below',
  criticalHigh: 'Critical at or above',
  criticalTexts: 'Critical options',
  criticalTextsHint: 'Somebody is called at once; separated by semicolons',
  stabilityHint: 'Empty: as is usual for the container.',
  stableIn: 'Container',
  stableInEmpty: 'As usual',
  stableInMissing: 'Please choose a container',
  stableHours: 'Hours from the draw',
  stableHoursWrong: 'Please enter hours from 0.5 to 720',
  stableMin: 'Coldest, °C',
  stableMax: 'Warmest, °C',
  temperatureWrong: 'Please enter a temperature from −90 to 60, the warmest not below the coldest',
  stableSource: 'Source of the stability',
  sourceMissing: 'Please enter where this is published',
}

export const rowsTexts = {
  reference: {
    add: 'Add interval',
    edit: 'Edit interval',
    none: 'None: the intervals of adults hold.',
    table: 'Intervals by sex and age',
  },
  critical: {
    add: 'Add critical limits',
    edit: 'Edit critical limits',
    none: 'None: the critical limits above hold at every age.',
    table: 'Critical limits by age',
  },
  heads: { who: 'Who', limits: 'Limits', method: 'Method', source: 'Source' },
  editButton: 'Edit',
  remove: 'Remove',
  of: {
    reference: (who: string) => `the interval for ${who}`,
    critical: (who: string) => `the critical limits for ${who}`,
  },
  inactive: 'Not active',
  anyMethod: 'Any',
  notSaved: 'Changes of these rows are saved with the parameter.',
}

export const rowTexts = {
  submit: 'Keep',
  description: 'It is saved with the parameter.',
  ageWrong: 'Please enter a whole number up to 130 years',
  toWrong: 'Must be greater than the first age',
  low: { reference: 'Lower limit', critical: 'Critical at or below' },
  high: { reference: 'Upper limit', critical: 'Critical at or above' },
  limitsHint: 'One of the two may stay empty.',
  limitMissing: 'Please enter one of the two limits',
  numberWrong: 'Please enter a number',
  highWrong: 'Must be greater than the lower limit',
  expected: 'Expected result',
  choose: 'Select a result',
  expectedMissing: 'Please enter what is expected',
  method: 'Method',
  methodHint: 'Only for results by this method. Empty: any',
  source: 'Source',
  sourceHint: 'Where it is published, or who validated it',
  sourceMissing: 'Please enter the source',
  applies: 'It applies. Otherwise it is only offered to labs',
}

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

export const itemTexts = {
  ...namedTexts,
  kinds,
  codeHint: 'Your own code, such as CBC. It never changes.',
  category: 'Category',
  categoryHint: 'Such as Blood, Heart or Full body',
  categoryMissing: 'Please enter a category of at most 60 characters',
  description: 'Description',
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
  conditions: 'Conditions',
  conditionsHint: 'Health concerns that lead to it, separated by semicolons: fever; fatigue',
  offer: 'Offer',
  isOffered: 'Offered',
  isOfferedHint: 'Customers can book it once it has a price.',
  isPopular: 'Popular',
  isPopularHint: 'It is on the landing page.',
  isTaxExempt: 'Exempt from tax',
}

const testsText = (count: number) => (count === 1 ? 'its test' : `its ${countText(count)} tests`)

export const savingsTexts = {
  saves: (amount: string, count: number) => `Saves ${amount} compared with ${testsText(count)}`,
  same: (count: number) => `Costs the same as ${testsText(count)}`,
  more: (amount: string, count: number) => `Costs ${amount} more than ${testsText(count)}`,
  unpriced: (count: number, all: number) =>
    `${countText(count)} of ${countText(all)} tests ${count === 1 ? 'has' : 'have'} no price yet`,
}

export const pickerTexts = {
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
