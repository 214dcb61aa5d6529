import { day, hour, type LimitsOf, limits, minute } from '@jaanch/platform/limits/limits'

export const bookingLimits = limits({
  bookings: {
    max: 200,
    windowS: hour,
    counted: { by: 'id', in: 'process' },
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
    counted: { by: 'network', in: 'process' },
    what: 'questions which slots are free',
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
    counted: { by: 'id', in: 'process' },
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
  receipts: {
    max: 60,
    windowS: hour,
    counted: { by: 'id', in: 'process' },
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
})

export type Limits = LimitsOf<typeof bookingLimits>
