export const bell = { label: 'Notifications', count: (count: string) => `Notifications: ${count}` }

export const panel = {
  title: 'Notifications',
  markAllRead: 'Mark all as read',
  loading: 'Loading',
  none: 'Nothing new',
  noneText: 'Each step of your bookings appears here.',
  unread: 'Unread:',
}
