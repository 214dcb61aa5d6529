export const advanceStatus = {
  succeeded: 'Booking status updated successfully',
  failed: 'Error - Failed to update booking status',
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
  round: 'My round',
  tubes: 'Tubes',
  importResults: 'Import results',
  quality: 'Quality',
  cash: 'Cash',
  intervals: 'Intervals',
  people: 'People',
}

export const list = {
  label: 'Bookings',
  tabs: { confirmed: 'Confirmed', inProgress: 'In Progress', completed: 'Completed' },
  none: 'New bookings appear here by themselves once an admin assigns them to you.',
  arrived: (count: number) => (count === 1 ? '1 new booking' : `${count} new bookings`),
  show: 'Show',
  printRound: 'Print',
  printSheet: 'Print sheet',
}

export const decline = {
  label: 'Decline',
  of: (name: string) => `booking ${name}`,
  title: 'Decline this visit?',
  description: (people: number) =>
    people > 1
      ? `All ${people} people of the visit go back to the platform, which finds another lab. It leaves your list.`
      : 'It goes back to the platform, which finds another lab, and leaves your list.',
  hint: 'Admins see it. It is not sent to the customer.',
  declined: 'Visit declined',
  failed: 'Failed to decline the visit',
}

export const booking = {
  isNew: 'New',
  unpaid: 'to collect',
  assign: 'Assign',
  uploadReport: 'Upload Report',
  comingSoon: 'Feature Coming Soon',
  updateStatus: 'Update Status',
  /** In the menu of one person of a visit */
  updateStatusOf: (name: string) => `Update Status: ${name}`,
  next: 'Next:',
  /** If the people of a visit are not at the same step */
  nextOf: (people: number, status: string) => `${people === 1 ? '1 person' : `${people} people`}: ${status}`,
  attachReport: 'Attach Report',
  collection: 'Collection details',
}
