import { ageText, countedText, listText } from '@/lib/format/text'
import type { BookingRequest } from './calls'

export const wizard = {
  step: (step: number) => `Step ${step} of 7`,
  refused: 'Failed to create booking. Please try again.',
  failed: 'An error occurred. Please try again.',
  placedBefore: [
    'Your booking was placed before',
    'Its answer had been lost. What you changed since is not part of it.',
  ],
} as const

export const mayBeBooked =
  'It may have been placed before. Please look at your bookings before you confirm again.'

/** The notes that the customer may write for the whole booking, by the field of the request. Another one needs only its line here. */
export const bookingTexts = {
  specialInstructions: { label: 'Special Instructions', placeholder: 'Anything the collector should know' },
} satisfies Partial<Record<keyof BookingRequest, { label: string; placeholder: string }>>

export const bookAgain = {
  failed: ['Your booking could not be repeated', 'Please choose people and address again.'],
  unanswered: ['You have begun to book this test', 'What you entered is kept.'],
} as const

export const addTests = {
  failed: (test: string) => `${test} could not be added`,
  gone: 'It is not on offer at present.',
  add: 'Add another test',
  addThis: 'Add',
  search: 'Search for another test',
  placeholder: 'Search for tests or packages...',
  found: (count: number) => `${count} found`,
  none: 'No tests found',
  yours: 'Your tests',
  total: 'Total',
  remove: (test: string) => `Remove ${test}`,
  removed: (test: string) => `${test} was removed.`,
  added: (test: string) => `${test} was added.`,
  partOf: (part: string, whole: string) => `${part} is already part of ${whole}.`,
  takenOut: (parts: readonly string[], whole: string) =>
    `${listText(parts)}: already part of ${whole}, so taken out.`,
  bookInstead: 'Book it instead',
}

export const overlaps = {
  label: 'What your tests have in common',
  overlap: (shared: number, all: number, test: string, other: string) =>
    shared === 1
      ? `1 of the ${all} parameters of ${test} is in ${other} too;`
      : `${shared} of the ${all} parameters of ${test} are in ${other} too;`,
  alone: (price: string, tests: string) => `alone they cost ${price}: ${tests}.`,
  cheaper: ([first = '', ...others]: readonly string[], price: string, instead: string) =>
    `${first}${others.length > 0 ? ` with ${listText(others)}` : ''} covers all parameters that you chose for ${price} instead of ${instead}.`,
  take: 'Take it instead',
}

export const footer = {
  next: 'Next',
  sending: 'Processing...',
  confirm: 'Confirm Booking',
  back: 'Back',
  toPay: 'To pay',
  chooseTime: 'Choose another time',
}

export const notices = {
  chooseDay: 'Choose a day and time',
  noInstant: (pincode: string) => `Nobody can come within four hours at ${pincode} at present.`,
  taken: (visit: string) => `Your time, ${visit}, has just been taken.`,
}

export const summary = {
  label: 'Your booking',
  lines: 'What each test costs',
  total: 'Total',
  count: (tests: number, people: number) =>
    `${countedText(tests, 'test')}${people > 1 ? ` for ${people} people` : ''}`,
}

export const facts = {
  tests: 'Tests included',
  reportTime: 'Report time',
  sample: 'Sample type',
  fasting: 'Fasting',
  preparation: 'Preparation instructions',
}

export const collection = {
  question: 'When should the sample be collected?',
  label: 'Collection type',
  scheduled: { label: 'Scheduled collection', description: 'Choose a day and a time slot, 6 AM to 6 PM' },
  instant: {
    label: 'Instant collection',
    description: 'Within 2 to 4 hours, express fee +₹100, subject to availability',
  },
  noInstant: (pincode: string) => `Nobody can come within four hours at ${pincode} at present`,
}

export const patient = {
  question: 'Who is the test for?',
  label: 'Patient',
  addMember: 'Add Family Member',
  onlyOne: 'Only one person',
  addPerson: 'Test more people together',
  addPersonHint: 'One visit, one bill: choose who gets which test. A new family member is added first.',
  inOneVisit: 'Everybody in one visit.',
  chooseTests: 'Choose who gets which test.',
  testsFor: (name: string) => `Tests for ${name}`,
  youGetNone: 'You get no test yet.',
  getsNone: (name: string) => `${name} gets no test yet.`,
  nobodyGets: (test: string) => `Nobody gets ${test} yet.`,
}

export const tooSoon = {
  label: 'What was measured a short time ago',
  /** @param whose null: the customer's own */
  measured: (whose: string | null, test: string, on: string, until: string) =>
    `${whose === null ? 'Your' : `${whose}’s`} ${test} was measured on ${on}. Before ${until} it is too soon to tell you more.`,
  /** The test follows them for screen readers: 'Keep the test HbA1c' */
  keep: 'Keep the test',
  remove: 'Remove the test',
  another: 'Choose another test',
  note: 'After public sources for adults. You can book it all the same.',
}

export const address = {
  question: 'Where should we collect the sample?',
  saved: 'Collection address',
  another: 'New address',
  phone: 'Contact Number',
  phoneHint: 'The collector calls this number on the way.',
  phoneExample: 'Enter 10-digit mobile number',
  street: 'Street Address',
  streetExample: 'House, building, street',
  city: 'City',
  state: 'State',
  pincode: 'Pincode',
  landmark: 'Landmark',
  saveAs: 'Save as',
  pincodeWrong: 'A PIN code has six digits',
  phoneWrong: 'Please enter a complete phone number',
  pincodeHint: 'It fills in city and state.',
  changed: (label: string) => `You changed the number of your saved address “${label}”.`,
  keepBoth: { label: 'Keep both', description: 'The changed one is saved as another address' },
  keepOne: { label: 'Change the saved one', description: 'The number before is not kept' },
}

export const noService = (city: string) =>
  `No lab near ${city} works with us yet. You can book all the same; please call us first, so that we can tell you whether somebody can come.`

export const detection = {
  detect: 'Use my current location',
  detecting: 'Detecting location...',
  found: (city: string) => `City, state and PIN code filled in: ${city}`,
  problems: {
    unsupported: { title: 'Geolocation not supported', advice: 'Please enter your address manually.' },
    unavailable: {
      title: 'Unable to detect location',
      advice: 'Please check the location permissions of your browser.',
    },
    failed: { title: 'Location detection failed', advice: 'Please enter your address manually.' },
    incomplete: { title: 'Location detected but incomplete', advice: 'Please enter your city manually.' },
  },
}

export const schedule = { question: 'Which day and time suit you?', advice: 'An early slot is easiest.' }

export const longFast = {
  you: 'You',
  hours: (name: string, age: number, hours: number) =>
    `${name}, ${ageText(age)}: ${hours} hours without food is long at this age. Please ask a doctor first, and choose the earliest slot.`,
  late: (name: string, age: number) =>
    `${name}, ${ageText(age)}: a fast until after 10:00 am is long at this age. A slot before 10:00 am is better.`,
}

export const payment = {
  question: 'How would you like to pay?',
  label: 'Payment method',
  cash: { label: 'Cash on Collection', description: 'Pay when the sample is collected' },
  upi: { label: 'UPI', description: 'Any UPI app' },
  card: { label: 'Credit/Debit Card', description: 'Visa, Mastercard, RuPay' },
  advice: 'If you have eaten, choose a scheduled collection.',
  test: 'Test',
  patient: 'Patient',
  collection: 'Collection',
  address: 'Address',
  total: 'Total',
  expressFee: (total: string) =>
    `${total} is all that is to be paid. The express fee of ₹100 is not part of this total.`,
}

export const unverified = {
  label: 'Not everything can reach you yet',
  notVerified: (address: string) => `${address} is not verified: nothing is sent there.`,
  verify: 'Verify',
  noPhone: 'Your profile has no phone number: no SMS is sent.',
  addPhone: 'Add a phone number',
}

export const confirmation = {
  title: 'Your booking is placed',
  text: 'A confirmation will reach you by SMS and e-mail.',
  id: 'Booking ID',
  order: 'Order',
  noOrder: 'Being made',
  lab: 'Lab',
  before: 'Before the visit',
  toBooking: 'See your booking',
  test: 'Test',
  patient: 'Patient',
  when: 'Date and time',
  address: 'Address',
  payment: 'Payment',
  total: 'Total',
  toDashboard: 'Go to Dashboard',
}
