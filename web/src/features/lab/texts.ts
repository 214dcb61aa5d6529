export const advanceStatus = {
  succeeded: 'Booking status updated successfully',
  failed: 'Error - Failed to update booking status',
}

export const exportBookings = {
  label: 'Export',
  ready: 'Export ready',
  saved: (count: number) => (count === 1 ? '1 booking saved' : `${count} bookings saved`),
  failed: 'Failed to export bookings',
}

export const page = {
  heading: { title: 'Bookings', description: 'What has been assigned to your lab.' },
  allBookings: 'All Bookings',
}

export const dashboard = {
  title: 'Dashboard',
  filter: 'Filter',
  settings: 'Settings',
  bookings: 'Bookings',
  all: 'All',
  total: 'Total Bookings',
  inProgress: 'In Progress',
  completed: 'Completed',
  revenue: 'Revenue',
}

export const list = {
  label: 'Bookings',
  tabs: { confirmed: 'Confirmed', inProgress: 'In Progress', completed: 'Completed' },
  none: 'New bookings appear here by themselves once an admin assigns them to you.',
  arrived: (count: number) => (count === 1 ? '1 new booking' : `${count} new bookings`),
  show: 'Show',
}

export const booking = {
  isNew: 'New',
  unpaid: 'to collect',
  assign: 'Assign',
  uploadReport: 'Upload Report',
  comingSoon: 'Feature Coming Soon',
  updateStatus: 'Update Status',
  /** Of one person of a visit, in its menu */
  updateStatusOf: (name: string) => `Update Status: ${name}`,
  /** Beside the button, if the people of a visit are not at the same step */
  next: (people: number, status: string) =>
    `${people === 1 ? '1 person' : `${people} people`} next: ${status}`,
  attachReport: 'Attach Report',
  collection: 'Collection details',
}

export const collection = {
  failed: 'The collection details could not be loaded.',
  loading: 'Loading the collection details',
  area: 'Area',
  noArea: 'Not known',
  people: 'People',
  testsLabel: 'Tests',
  patient: 'Patient',
  address: 'Address',
  noAddress: 'No address given: please call',
  contact: 'Contact',
  noContact: 'No number given',
  tubes: 'Specimens and tubes',
  tubesOf: (tubes: number, people: number) =>
    `Specimens and tubes: ${tubes} for the ${people} people of this visit`,
  tests: (tests: readonly string[]) => `for ${tests.join(', ')}`,
  thisBooking: 'this booking',
  instructions: 'Instructions',
  customer: 'The customer',
  relative: (relationship: string) => `${relationship} of the customer`,
  fasting: 'Fasting',
  noFasting: 'Not required',
  fastingRequired: 'Required',
  fastingHours: (hours: number) => `Required, ${hours} hours`,
}
