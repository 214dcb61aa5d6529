import type { BookingTab } from '@jaanch/contracts/http/bookings'
import type { BookingStatus } from '@jaanch/contracts/vocabulary'

/** What of a booking decides in which tabs it shows. */
export type Sortable = { status: BookingStatus; labPartnerId: string | null }

const past: readonly BookingStatus[] = ['completed', 'cancelled']
const inProgress: readonly BookingStatus[] = ['sample-collection', 'lab-processing']

/** The filters of the tabs (specification, sections 2.13 and 4), exhaustive: a new tab does not compile without one. */
const filters: Record<BookingTab, (booking: Sortable) => boolean> = {
  all: () => true,
  upcoming: ({ status }) => !past.includes(status),
  past: ({ status }) => past.includes(status),
  confirmed: ({ status }) => status === 'confirmed',
  'in-progress': ({ status }) => inProgress.includes(status),
  completed: ({ status }) => status === 'completed',
  unassigned: ({ labPartnerId }) => labPartnerId === null,
  assigned: ({ status, labPartnerId }) => labPartnerId !== null && !past.includes(status),
}

export function belongsToTab(booking: Sortable, tab: BookingTab): boolean {
  return filters[tab](booking)
}

export function isBookingTab(name: string | null): name is BookingTab {
  return name !== null && Object.hasOwn(filters, name)
}
