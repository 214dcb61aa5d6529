export const overview = {
  totalBookings: 'Total Bookings',
  activeBookings: 'Active Bookings',
  completed: 'Completed',
  revenue: 'Revenue',
}

export const recentBookings = {
  title: 'Recent Bookings',
  viewAll: 'View All',
  none: 'No bookings found',
}

export const actions = {
  label: 'Quick actions',
  assign: { label: 'Assign Labs', description: (count: number) => `${count} bookings without a lab` },
  reviewLabs: { label: 'Review Labs', description: (count: number) => `${count} awaiting approval` },
  prescriptions: {
    label: 'Review Prescriptions',
    /** For admins who do not review them */
    readersLabel: 'Prescriptions',
    description: (count: string) => `${count} waiting for review`,
  },
  addPackage: { label: 'Add Package', description: 'Put a test or package on offer' },
}

export const topLabs = {
  title: 'Top Labs',
  none: 'No lab has been approved yet.',
  bookings: (count: number) => (count === 1 ? 'booking' : 'bookings'),
  noCity: 'City not recorded',
}

export const summary = {
  title: 'Platform Summary',
  users: 'Total Users',
  packages: 'Total Packages',
}

export const takenToday = { title: 'Taken Today' }
