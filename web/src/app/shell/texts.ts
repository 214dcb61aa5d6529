export const bell = { label: 'Notifications', count: (count: string) => `Notifications: ${count}` }

export const panel = {
  title: 'Notifications',
  markAllRead: 'Mark all as read',
  loading: 'Loading',
  none: 'Nothing new',
  noneText: 'Each step of your bookings appears here.',
  unread: 'Unread:',
}

export const shell = {
  navigation: 'Main',
  online: 'Online',
  account: (initials: string) => `Your account, ${initials}`,
  logout: 'Logout',
  live: 'Live',
  liveHint: 'Changes show as they happen',
  reconnecting: 'Reconnecting…',
}

export const avatarMenu = {
  account: 'Account',
  critical: 'Urgent calls',
  reviews: 'Reviews',
  operations: 'Operations',
  audit: 'Audit Trail',
}

export const roles = {
  customer: { label: 'Customer', header: 'Customer Portal' },
  'lab-partner': { label: 'Lab Partner', header: 'Lab Partner Portal' },
  admin: { label: 'Admin', header: 'Admin Console' },
}
