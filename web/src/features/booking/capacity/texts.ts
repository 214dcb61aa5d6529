export const consent = {
  areas: 'Areas that wait for consent',
  waitForYou: 'These areas wait for your consent.',
  waitForAdmin: 'These areas wait for the consent of an admin.',
  why:
    'They are farther than 60 km from the PIN code that is recorded for the lab, or none is recorded. Until ' +
    'then they limit nobody: customers there can choose any slot.',
  give: 'Consent to These Areas',
  saved: 'Consent saved',
  failed: 'Failed to save the consent',
}

export const capacity = {
  title: 'Collection capacity',
  submitLabel: 'Save Capacity',
  meaning:
    'Customers there can choose a slot while one of its visits is free. Nothing is cancelled if more is ' +
    'booked already: the slot is full until there is room again.',
  sofar: (text: string) => `So far: ${text}`,
  notLoaded: 'Failed to load the capacity',
  saved: 'Capacity saved',
  failed: 'Failed to save the capacity',
}

export const daysOff = {
  legend: 'Days off',
  date: 'Date',
  add: 'Add Day Off',
  loading: (date: string) => `Looking for bookings on ${date} …`,
  notLoaded: (date: string) => `The bookings on ${date} could not be loaded.`,
  /** Before a day off is stored whose bookings are not known */
  question: {
    title: 'Save without seeing the bookings?',
    description:
      'The bookings on a new day off could not be loaded. It does not move or cancel those that are on it.',
    confirmLabel: 'Save anyway',
    cancelLabel: 'Not yet',
  },
  booked: (date: string) => `Bookings on ${date}`,
  warning: (bookings: number, date: string) =>
    `${bookings === 1 ? '1 booking is' : `${bookings} bookings are`} on ${date}.`,
  stay: 'A day off does not move or cancel them: please move these visits, or give them to another lab.',
  instant: 'Instant',
  open: 'Open these bookings',
  openAll: 'Open all bookings of the day',
}

export const notice = {
  title: 'What you collect',
  open: 'Open Settings to declare your area and your visits.',
}

export const limits = {
  label: 'Remove All Limits',
  question: {
    title: 'Remove all limits?',
    description:
      'The lab declares nothing any more. Where no other lab declared limits, customers can choose any slot.',
    confirmLabel: 'Remove limits',
    cancelLabel: 'Keep limits',
  },
  removed: 'Limits removed',
  failed: 'Failed to remove the limits',
}
