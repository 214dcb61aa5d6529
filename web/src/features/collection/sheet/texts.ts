export const round = {
  title: 'Collection round',
  sheet: 'Collection sheet',
  noCollector: 'No collector yet',
  /** The collector, the date and the lab of a round */
  head: (...parts: (string | undefined)[]) => parts.filter(Boolean).join(', '),
  day: 'Day of the round',
  back: 'Bookings',
  backToRound: 'Round',
  print: 'Print',
  failed: 'The round could not be loaded.',
  none: 'No visits on this day.',
  noVisit: 'This visit is not in your list. It may have been given to another lab, or cancelled.',
  cut: 'There are more visits than are shown: work through these, then print again.',
  totals: (visits: number, people: number, due: string) =>
    `${visits === 1 ? '1 visit' : `${visits} visits`}, ${people === 1 ? '1 person' : `${people} people`}, ${due} to collect`,
  heads: ['Time', 'Address', 'People, tests and tubes', 'To collect', 'Done'],
  instant: 'Instant',
  onePerson: 'One person',
  fasting: (hours: number) => `Fasting: ${hours} hours`,
  paid: 'Paid',
}

export const sheet = {
  time: 'Time',
  payment: 'Payment',
  collect: (amount: string) => `${amount} to collect`,
  paid: 'Paid',
  address: 'Address',
  contact: 'Contact',
  none: 'Not given',
  fasting: 'Fasting',
  noFasting: 'Not required',
  fastingHours: (hours: number) => `Required, ${hours} hours`,
  instructions: 'Instructions',
  heads: ['Tube', 'For', 'Label', 'Filled at'],
  signature: 'Collector: name and signature',
}
