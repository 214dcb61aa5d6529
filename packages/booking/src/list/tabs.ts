/**
 * The tabs of the booking lists (specification, sections 2.12 to 2.14 and 4). This declaration is the only one: the API derives SQL
 * from it, the projector its counts, and the client decides with it which live changes enter or leave a list.
 */
import { type BookingStatus, bookingStatuses, type Role } from '@jaanch/contracts/vocabulary'

export type TabRule = {
  /** The booking has one of these statuses. */
  readonly statusIn?: readonly BookingStatus[]
  /** The booking has none of these statuses; written this way because partial indexes use the same condition. */
  readonly statusNotIn?: readonly BookingStatus[]
  /** Whether a lab must be assigned (true) or must not (false). */
  readonly hasLab?: boolean
}

const ended = ['completed', 'cancelled'] as const satisfies readonly BookingStatus[]

/** Every condition of a rule must hold; the empty rule matches every booking. */
export const tabRules = {
  upcoming: { statusNotIn: ended },
  past: { statusIn: ended },
  all: {},
  confirmed: { statusIn: ['confirmed'] },
  'in-progress': { statusIn: ['sample-collection', 'lab-processing'] },
  completed: { statusIn: ['completed'] },
  unassigned: { hasLab: false },
  assigned: { hasLab: true, statusNotIn: ended },
} as const satisfies Record<string, TabRule>

export type BookingTab = keyof typeof tabRules

export const bookingTabs = Object.keys(tabRules) as [BookingTab, ...BookingTab[]]

const tabsByRole: Record<Role, readonly BookingTab[]> = {
  customer: ['upcoming', 'past'],
  'lab-partner': ['all', 'confirmed', 'in-progress', 'completed'],
  admin: ['unassigned', 'assigned', 'completed', 'all'],
}

type TabFacts = { status: BookingStatus; labPartnerId: string | null }

/** @returns the tabs of a role's list, in the order of the screen */
export function tabsForRole(role: Role): readonly BookingTab[] {
  return tabsByRole[role]
}

export function matchesTab(tab: BookingTab, { status, labPartnerId }: TabFacts): boolean {
  const { statusIn = bookingStatuses, statusNotIn = [], hasLab }: TabRule = tabRules[tab]
  if (hasLab !== undefined && hasLab !== (labPartnerId !== null)) return false
  return statusIn.includes(status) && !statusNotIn.includes(status)
}

/** @returns the tabs of the role's list that show the booking */
export function tabsOfBooking(role: Role, booking: TabFacts): BookingTab[] {
  return tabsByRole[role].filter((tab) => matchesTab(tab, booking))
}

export function isBookingTab(name: string | null): name is BookingTab {
  return name !== null && Object.hasOwn(tabRules, name)
}

/**
 * Why a booking needs an admin's attention. `unassigned`: without a lab for over an hour; `instant-late`: an instant
 * collection past its four hours; `slot-missed`: the slot has passed without collection; `report-late`: past its promise;
 * `not-confirmed`: no lab confirmed it in the time that automatic assignment gives; `refund-due`: it was paid and then cancelled, or its
 * samples are not collected again, and its customer is to be called; `collection-failed`: the collector came, nothing was drawn, and the visit
 * was neither moved nor cancelled since; `after-end`: something happened at the door of which the server learnt after the booking was
 * cancelled or completed, or cash was reported that the owner of the lab has not accepted.
 */
export const attentions = [
  'unassigned',
  'instant-late',
  'slot-missed',
  'report-late',
  'not-confirmed',
  'refund-due',
  'collection-failed',
  'after-end',
] as const
export type Attention = (typeof attentions)[number]

/** Counting stops here, so that a count costs the same however many bookings are late. */
export const maxAttentionCount = 1_000
