import type { DeclineReason } from '@jaanch/contracts/vocabulary'

export const declineReasonTexts: Record<DeclineReason, string> = {
  'no-collector': 'No collector is free',
  'outside-area': 'Outside our area',
  'test-not-done': 'We do not do this test',
  'slot-full': 'That slot is full',
  closed: 'We are closed that day',
  other: 'Another reason',
}

export const payment = {
  title: 'Record Payment',
  submitLabel: (amount: string) => `Record ${amount}`,
  ofPeople: (people: number, each: string) => `${people} people: ${each}`,
  method: 'Paid by',
  reference: 'Reference',
  referenceHint: "The transaction's number, for the accounts.",
  recorded: 'Payment recorded',
  recordedText: (amount: string, method: string) => `${amount} by ${method}`,
  failed: 'Failed to record payment',
}

export const filters = {
  label: 'Filters',
  search: 'Search bookings',
  searchExample: 'Name, phone, area or order',
  from: 'From date',
  to: 'To date',
  slot: 'Time slot',
  anySlot: 'Any slot',
  type: 'Collection type',
  types: { scheduled: 'Scheduled', instant: 'Instant' },
  anyType: 'Any type',
  status: 'Status',
  anyStatus: 'Any status',
  sort: 'Order',
  newestFirst: 'Newest first',
  byVisit: 'By time of the visit',
  clear: 'Clear filters',
}

export const days = {
  label: 'Day of the visit',
  names: { '': 'Any day', today: 'Today', tomorrow: 'Tomorrow' },
}

export const slotHeadings = {
  instant: (day: string) => `${day}, instant: within 2 to 4 hours`,
  slot: (day: string, slot: string) => `${day}, ${slot}`,
}

/** Below a test whose price is not the catalogue's */
export const priceListText = (name: string) => `Price list: ${name}`

export const select = { one: (order: string) => `Select ${order}`, all: 'Select all shown' }

export const columns = {
  when: 'Visit',
  order: 'Order',
  patient: 'Patient',
  tests: 'Tests',
  area: 'Area',
  lab: 'Lab',
  payment: 'Payment',
  status: 'Status',
  actions: 'Next step',
  /** Where there is only the menu */
  more: 'More',
}

export const cells = {
  instant: 'Instant',
  late: 'Late',
  tubes: (count: number) => (count === 1 ? '1 tube' : `${count} tubes`),
  due: 'due',
  noLab: 'No lab yet',
  none: '–',
}

/** @returns the columns that can be chosen, with their names */
export function tableColumns(...ids: readonly (keyof typeof columns)[]) {
  return ids.map((id) => ({ id: id as string, label: columns[id] as string }))
}

export const layout = {
  label: 'Layout',
  cards: 'Cards',
  table: 'Table',
  columns: 'Columns',
  shortcuts: 'Keyboard shortcuts',
}

export const selection = {
  label: 'Selected bookings',
  count: (count: number) => `${count} selected`,
  clear: 'Clear selection',
  confirm: (count: number) => `Confirm ${count}`,
  assign: (count: number) => `Assign Lab to ${count}`,
  confirmed: (count: number) => (count === 1 ? '1 booking confirmed' : `${count} bookings confirmed`),
  assigned: (count: number) => (count === 1 ? '1 booking assigned' : `${count} bookings assigned`),
  someFailed: (failed: number, total: number) => `${failed} of ${total} failed`,
}

export const exportBookings = {
  label: 'Export',
  ready: 'Export ready',
  saved: (count: number) => (count === 1 ? '1 booking saved' : `${count} bookings saved`),
  failed: 'Failed to export bookings',
}

export const visit = {
  name: (id: string) => `Visit #${id}`,
  people: 'People of the visit',
  paid: 'paid',
  due: (amount: string, unpaid: string) => `${amount} ${unpaid}`,
  /** For a person whose name is not shown */
  person: (index: number) => `Person ${index + 1}`,
  customer: 'The customer',
}

export const menu = {
  label: (number: string) => `More actions for ${number}`,
  labelOfVisit: (id: string) => `More actions for visit ${id}`,
  details: 'View Details',
  payment: 'Record Payment',
  report: 'Attach Report',
  of: (label: string, name: string | undefined) => (name === undefined ? label : `${label}: ${name}`),
}

export const person = {
  sexes: { male: 'Male', female: 'Female', other: 'Other' },
  noAge: 'age not known',
}
