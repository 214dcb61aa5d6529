/**
 * Which tabs of whose list a booking stands in: the rule behind the lists, their counts and the client's live lists
 * (specification, sections 2.12 to 2.14 and 4).
 */
import type { BookingTab } from './http/bookings.ts'
import type { BookingStatus, Role } from './vocabulary.ts'

type Placed = { status: BookingStatus; labPartnerId: string | null }

const past: ReadonlySet<BookingStatus> = new Set(['completed', 'cancelled'])
const inProgress: ReadonlySet<BookingStatus> = new Set(['sample-collection', 'lab-processing'])

const rules: Record<Role, Partial<Record<BookingTab, (booking: Placed) => boolean>>> = {
  customer: {
    upcoming: ({ status }) => !past.has(status),
    past: ({ status }) => past.has(status),
  },
  'lab-partner': {
    all: () => true,
    confirmed: ({ status }) => status === 'confirmed',
    'in-progress': ({ status }) => inProgress.has(status),
    completed: ({ status }) => status === 'completed',
  },
  admin: {
    unassigned: ({ labPartnerId }) => labPartnerId === null,
    assigned: ({ labPartnerId, status }) => labPartnerId !== null && !past.has(status),
    completed: ({ status }) => status === 'completed',
    all: () => true,
  },
}

/** The tabs of a reader's list, in the order in which they stand on the screen. */
export function tabsFor(role: Role): BookingTab[] {
  return Object.keys(rules[role]) as BookingTab[]
}

export function belongsToTab(role: Role, tab: BookingTab, booking: Placed): boolean {
  return rules[role][tab]?.(booking) ?? false
}

export function tabsOf(role: Role, booking: Placed): BookingTab[] {
  return tabsFor(role).filter((tab) => belongsToTab(role, tab, booking))
}
