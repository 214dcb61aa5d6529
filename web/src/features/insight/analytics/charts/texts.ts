import { bookingsText } from '../components/format'

export const days = {
  title: 'Bookings and revenue',
  description: (count: number) => `By day, the last ${count} days. Revenue is what was completed that day.`,
  day: 'Day',
  bookings: 'Bookings',
  revenue: 'Revenue',
  label: 'Bookings and revenue, day by day',
  ofDay: (revenue: string) => `${revenue} revenue`,
}

export const funnel = {
  title: 'How far bookings come',
  description: 'Of those placed in these days, how many reached each stage',
  head: ['Stage', 'Bookings', 'Of those placed'],
  stages: {
    placed: 'Placed',
    confirmed: 'Confirmed',
    'sample-collection': 'Sample collection',
    'lab-processing': 'Lab processing',
    completed: 'Completed',
    cancelled: 'Cancelled',
  },
}

export const shares = { bookings: 'Bookings', share: 'Share' }

export const cancellations = {
  title: 'Cancellations',
  description: 'By reason, in these days',
  column: 'Reason',
  reasons: {
    'customer-request': 'Customer’s request',
    'customer-declined': 'Order declined',
    'lab-unavailable': 'Lab unavailable',
    duplicate: 'Duplicate',
    'already-reported': 'Already reported',
    other: 'Other',
  },
}

export const cities = { title: 'Cities', description: 'Where samples are collected', column: 'City' }

export const packages = {
  title: 'Packages by revenue',
  description: 'Of completed bookings',
  head: ['Package', 'Completed', 'Revenue'],
  others: 'All others',
  othersText: (revenue: string, bookings: number) => `All others: ${revenue} from ${bookingsText(bookings)}`,
}

export const slots = {
  title: 'Collection slots',
  description: 'By hour of the day; an instant one when it was asked for',
  slot: 'Slot',
  scheduled: 'Scheduled',
  instant: 'Instant',
  label: 'Collections, slot by slot',
  scheduledOf: (count: string) => `${count} scheduled`,
  instantOf: (count: string) => `${count} instant`,
  otherHours: 'Other hours',
  other: 'Other',
}

export const promises = {
  title: 'Report promises kept',
  description: 'Reports of the last 30 days that came by the times told at collection, by lab',
  head: ['Labs', 'Reports', 'Expected by (50% promised)', 'At the latest by (90% promised)'],
  sizes: { small: 'Fewer than 30 reports', medium: '30 to 299 reports', large: '300 reports and more' },
  kept: (share: string, count: string) => `${share} of ${count}`,
  sum: (share: string, count: string) => `${share} of ${count} (90% promised)`,
}

export const turnaround = {
  title: 'Turnaround per lab',
  description: 'From assignment to completion',
  lab: 'Lab',
  completed: 'Completed',
  median: 'Median',
  p90: '90% within',
  p90Of: (duration: string) => `90% in ${duration}`,
}

export const chart = {
  asTable: (title: string) => `${title} as a table`,
  table: (title: string) => `${title}, table`,
  showChart: 'Show the chart',
  showTable: 'Show the table',
  none: 'Nothing yet.',
}
