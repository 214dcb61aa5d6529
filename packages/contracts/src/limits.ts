/**
 * Every limit of what one person, account or network may do, with the sentence that whoever goes beyond it reads. Answered 429 with
 * Retry-After. LIMIT_SCALE multiplies the numbers; docs/limits.md is made from this table.
 */

export type Limit = {
  /** The number that is allowed */
  readonly max: number
  /** The time in which it is counted, s. Without one it is the number of what exists at a time */
  readonly windowS?: number
  readonly what: string
  readonly per: string
  /** The sentence of the answer. @param max as LIMIT_SCALE made it */
  readonly text: (max: number) => string
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

function limits<const Names extends string>(table: Record<Names, Limit>): Readonly<Record<Names, Limit>> {
  return table
}

export const limitTable = limits({
  calls: {
    max: 300,
    windowS: minute,
    what: 'calls to sign in, to register, to set a password, and applications of labs',
    per: 'network, of browsers that did not sign in before',
    text: () => 'Too many attempts. Please wait a little and try again.',
  },
  knownCalls: {
    max: 120,
    windowS: minute,
    what: 'the same calls, signed in or in a browser that signed in before',
    per: 'account',
    text: () => 'Too many attempts with this account. Please wait a little and try again.',
  },
  knownCallsHere: {
    max: 3_000,
    windowS: minute,
    what: 'the same calls, signed in or in a browser that signed in before',
    per: 'network',
    text: () => 'Too many attempts from your network. Please wait a little and try again.',
  },
  customerWrites: {
    max: 600,
    windowS: minute,
    what: 'calls of a customer that are not reads',
    per: 'user and API process',
    text: () => 'You sent very many changes within a minute. Please wait a little and try again.',
  },
  staffWrites: {
    max: 6_000,
    windowS: minute,
    what: 'calls of a lab or an admin that are not reads',
    per: 'user and API process',
    text: () => 'You sent very many changes within a minute. Please wait a little and try again.',
  },
  accountFailuresHere: {
    max: 10,
    windowS: 15 * minute,
    what: 'wrong passwords of an account from one network',
    per: 'account and network',
    text: () => 'Too many wrong passwords for this account. Please wait 15 minutes, or set a new password.',
  },
  accountFailures: {
    max: 30,
    windowS: day,
    what: 'wrong passwords of an account from all networks; beyond it, attempts wait 1, 2, 4 … 60 s for each other',
    per: 'account',
    text: () =>
      'There were many wrong passwords for this account. Please try again in a minute, or on a device on which you signed in before.',
  },
  deviceFailures: {
    max: 10,
    windowS: 15 * minute,
    what: 'wrong passwords in a browser that signed in before, or of a session that changes its password',
    per: 'account and browser',
    text: () => 'Too many wrong passwords on this device. Please wait 15 minutes, or set a new password.',
  },
  networkFailures: {
    max: 50,
    windowS: 15 * minute,
    what: 'wrong passwords of all accounts; beyond it, only accounts with an open session from the network are checked',
    per: 'network',
    text: () =>
      'Too many wrong passwords from your network. Please wait 15 minutes, or use a device on which you signed in before.',
  },
  registrations: {
    max: 500,
    windowS: hour,
    what: 'registrations of customers',
    per: 'network',
    text: () => 'Very many accounts were created from your network. Please try again in an hour.',
  },
  labApplications: {
    max: 20,
    windowS: day,
    what: 'applications of labs',
    per: 'network',
    text: (max) => `${max} labs applied from your network within a day. Please try again tomorrow.`,
  },
  smsCodes: {
    max: 200,
    windowS: day,
    what: 'one-time codes by SMS',
    per: 'network',
    text: () =>
      'Very many codes were sent by SMS to your network today. Please verify your email address instead, or try again tomorrow.',
  },
  bookings: {
    max: 200,
    windowS: hour,
    what: 'bookings placed',
    per: 'customer and API process',
    text: (max) => `You placed ${max} bookings within an hour. Please try again later.`,
  },
  openBookings: {
    max: 200,
    what: 'open bookings',
    per: 'customer',
    text: (max) =>
      `You have ${max} open bookings already. Please wait until one is completed before you book another test.`,
  },
  unprovenVisits: {
    max: 3,
    what: 'open visits that the customer booked',
    per: 'customer who has verified neither email address nor phone',
    text: (max) =>
      `You have ${max} open visits already. To book more, please verify your email address or phone in your profile.`,
  },
  slotReads: {
    max: 3_000,
    windowS: minute,
    what: 'questions which slots are free',
    per: 'network and API process',
    text: () => 'Too many questions from your network. Please wait a little and try again.',
  },
  overlapReads: {
    max: 600,
    windowS: minute,
    what: 'questions what chosen tests have in common',
    per: 'network and API process',
    text: () => 'Too many questions from your network. Please wait a little and try again.',
  },
  holds: {
    max: 3,
    what: 'slots held while booking',
    per: 'customer',
    text: (max) =>
      `${max} times are held for you already. Please book one of them, or wait until they are free again.`,
  },
  holdsPlaced: {
    max: 60,
    windowS: hour,
    what: 'slots held while booking',
    per: 'customer and API process',
    text: () => 'You chose very many times within an hour. Please try again later.',
  },
  uploads: {
    max: 100,
    windowS: day,
    what: 'prescriptions uploaded',
    per: 'customer',
    text: (max) => `You uploaded ${max} prescriptions within a day. Please upload more tomorrow.`,
  },
  uploadedBytes: {
    max: 200_000_000,
    windowS: day,
    what: 'bytes of prescriptions uploaded',
    per: 'customer',
    text: (max) =>
      `You uploaded ${max / 1_000_000} MB of prescriptions within a day. Please upload more tomorrow.`,
  },
  storedBytes: {
    max: 2_000_000_000,
    what: 'bytes of prescriptions that are kept',
    per: 'customer',
    text: (max) => `Your prescriptions take up ${max / 1_000_000_000} GB, and there is no room for more.`,
  },
  reportVersions: {
    max: 10,
    what: 'versions of a report',
    per: 'booking',
    text: (max) =>
      `This booking has ${max} versions of its report already. Please call us if it has to be corrected again.`,
  },
  reportBytes: {
    max: 2_000_000_000,
    windowS: day,
    what: 'bytes of reports uploaded as files',
    per: 'lab',
    text: (max) =>
      `Your lab uploaded ${max / 1_000_000_000} GB of reports within a day. Please send the results as values, or upload more tomorrow.`,
  },
  invitations: {
    max: 50,
    windowS: day,
    what: 'invitations of people, sent for the first time or again',
    per: 'lab',
    text: (max) => `Your lab sent ${max} invitations within a day. Please send more tomorrow.`,
  },
  labPeople: {
    max: 200,
    what: 'people who work for a lab',
    per: 'lab',
    text: (max) =>
      `${max} people work for your lab already. Please end the access of one before you invite another.`,
  },
  labIntervals: {
    max: 2_000,
    what: 'reference intervals and critical limits of a lab, ended ones included',
    per: 'lab',
    text: (max) => `Your lab has ${max} reference intervals. Please call us if you need more.`,
  },
  exports: {
    max: 5,
    windowS: day,
    what: 'downloads of everything that is stored about a person',
    per: 'user',
    text: (max) => `You can download your data ${max} times a day. Please try again tomorrow.`,
  },
  shares: {
    max: 20,
    what: 'open links to shared results',
    per: 'customer',
    text: (max) => `You have ${max} open links already. Please end one before you make another.`,
  },
  sharesMade: {
    max: 50,
    windowS: day,
    what: 'links to shared results made',
    per: 'customer',
    text: (max) => `You made ${max} links within a day. Please make more tomorrow.`,
  },
  shareLooks: {
    max: 60,
    windowS: minute,
    what: 'links to shared results opened, and tries to',
    per: 'network',
    text: () => 'Too many attempts from your network. Please wait a little and try again.',
  },
  shareLooksOfLink: {
    max: 60,
    windowS: hour,
    what: 'passcodes for a link to shared results',
    per: 'link',
    text: () => 'This link was opened very often within an hour. Please try again later.',
  },
  receipts: {
    max: 60,
    windowS: hour,
    what: 'receipts made',
    per: 'user and API process',
    text: () => 'You asked for very many receipts within an hour. Please try again later.',
  },
  bookingMessages: {
    max: 20,
    windowS: day,
    what: 'messages on a booking',
    per: 'user and booking',
    text: (max) =>
      `You sent ${max} messages on this booking within a day. Please call us, or write again tomorrow.`,
  },
  addresses: {
    max: 100,
    what: 'addresses',
    per: 'customer',
    text: (max) => `You have ${max} addresses already. Please remove one before you add another.`,
  },
  familyMembers: {
    max: 100,
    what: 'family members',
    per: 'customer',
    text: (max) => `You have ${max} family members already. Please remove one before you add another.`,
  },
  userSockets: {
    max: 20,
    what: 'sockets, for example tabs; the newest is closed',
    per: 'user and API process',
    text: (max) => `You have Jaanch open ${max} times already.`,
  },
  networkSockets: {
    max: 1_000,
    what: 'sockets',
    per: 'network and API process',
    text: () => 'There are very many open connections from your network. Please try again later.',
  },
})

export type LimitName = keyof typeof limitTable
