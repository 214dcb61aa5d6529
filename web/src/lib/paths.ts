import type { Attention } from '@jaanch/booking/list/tabs'
import type { LabRole, StaffRole } from '@jaanch/contracts/staff-roles'
import type { Role } from '@jaanch/contracts/vocabulary'

/** The paths of the screens that others link to. A path that only its screen.ts names stands there. */
export const paths = {
  landing: '/',
  customerLogin: '/user',
  labLogin: '/lab',
  adminLogin: '/admin',
  dashboard: '/dashboard',
  home: '/home',
  tests: '/tests',
  bookings: '/booking',
  reports: '/reports',
  shares: '/shares',
  shared: '/share',
  health: '/health',
  profile: '/profile',
  account: '/account',
  labBookings: '/lab/bookings',
  labRound: '/lab/round',
  labRoundSheet: '/lab/round/sheet',
  labStaff: '/lab/staff',
  labProfile: '/lab/profile',
  labTubes: '/lab/tubes',
  labImport: '/lab/import',
  labReports: '/lab/reports',
  labQuality: '/lab/quality',
  labCash: '/lab/cash',
  labCritical: '/lab/critical',
  labIntervals: '/lab/intervals',
  privacy: '/privacy',
  terms: '/terms',
  grievance: '/grievance',
  support: '/support',
  adminUsers: '/admin/users',
  adminPackages: '/admin/packages',
  adminPrices: '/admin/prices',
  adminCatalogue: '/admin/catalogue',
  adminCatalogueImport: '/admin/catalogue/import',
  adminCataloguePrices: '/admin/catalogue/prices',
  adminBookings: '/admin/bookings',
  adminFacts: '/admin/facts',
  adminAudit: '/admin/audit',
  adminReviews: '/admin/reviews',
  adminQuality: '/admin/quality',
  adminCritical: '/admin/critical',
  adminOperations: '/admin/operations',
} as const

type Member = { staffRole: StaffRole | null; labRole: LabRole | null }

/** The page at which the work of an admin or of a lab's person begins */
export function startPath({ staffRole, labRole }: Member): string {
  if (labRole === 'collector') return paths.labRound
  if (labRole === 'technician' || labRole === 'pathologist') return paths.labBookings
  if (staffRole === 'medical') return paths.adminBookings
  return staffRole === 'operator' ? paths.adminOperations : paths.dashboard
}

export function bookPath(packageId: string): string {
  return `/book/${packageId}`
}

/** The wizard with the people, tests and address of a past booking */
export function bookAgainPath({ id, packageId }: { id: string; packageId: string }): string {
  return `${bookPath(packageId)}?${new URLSearchParams({ again: id })}`
}

/** The wizard with a test and whom it is for. @param person `self`, or a family member's id */
export function bookForPath(packageId: string, person: string): string {
  return `${bookPath(packageId)}?${new URLSearchParams({ for: person })}`
}

/** The admin's list of the bookings that need attention for a reason */
export function attentionPath(attention: Attention, areSnoozed = false): string {
  return `${paths.adminBookings}?${new URLSearchParams({ attention, ...(areSnoozed && { snoozed: '1' }) })}`
}

/** The admin's list of the open bookings of a lab */
export function labBookingsPath(labId: string): string {
  return `${paths.adminBookings}?${new URLSearchParams({ lab: labId })}`
}

/** The bookings of an IST date in the list of a lab, or for admins those of one lab, in the order of the visits */
export function bookingsOfDayPath(date: string, lab?: string): string {
  const path = lab === undefined ? paths.labBookings : paths.adminBookings
  return `${path}?${new URLSearchParams({ ...(lab && { lab }), from: date, to: date, sort: 'visit' })}`
}

/** The sheet that a collector takes along on paper. @param of a day, of it `only` the visits of these bookings, or the visit of a booking */
export function roundPath(of: { date: string; only?: readonly string[] } | { booking: string }): string {
  const search = 'date' in of ? { date: of.date, ...(of.only && { only: of.only.join() }) } : of
  return `${paths.labRoundSheet}?${new URLSearchParams(search)}`
}

/** The admin's list of labs. @param only `waiting`: those with areas that wait for consent */
export function labsPath(only?: 'waiting'): string {
  return `${paths.dashboard}?${new URLSearchParams({ tab: 'approvals', ...(only && { [only]: '1' }) })}`
}

/** The events of a booking, a prescription or a lab, in the Time travel of the operators */
export function historyPath(kind: 'booking' | 'prescription' | 'lab', id: string): string {
  return `${paths.adminOperations}/history?${new URLSearchParams({ of: `${kind}-${id}` })}`
}

/** The audit trail of one person: their own acts, and those that concern them */
export function auditOfPath(person: string): string {
  return `${paths.adminAudit}?${new URLSearchParams({ person })}`
}

/** The people whose data an account saw */
export function affectedPath(actor: string): string {
  return `${paths.adminOperations}/affected?${new URLSearchParams({ actor })}`
}

/** An event of the log */
export function eventPath(position: number): string {
  return `${paths.adminOperations}/events?${new URLSearchParams({ event: String(position) })}`
}

/** The events of a stream */
export function eventsOfPath(stream: string): string {
  return `${paths.adminOperations}/events?${new URLSearchParams({ stream })}`
}

/** The events of a booking, a prescription or a request */
export function tracePath(of: string): string {
  return `${paths.adminOperations}/trace?${new URLSearchParams({ of })}`
}

const bookingLists: Record<Role, string> = {
  customer: paths.bookings,
  'lab-partner': paths.labBookings,
  admin: paths.adminBookings,
}

/** One booking, in the booking list of the role. */
export function bookingPathFor(role: Role, bookingId: string): string {
  return `${bookingLists[role] ?? paths.bookings}?${new URLSearchParams({ id: bookingId })}`
}

/** The health report of one of the customer's bookings. */
export function reportOfPath(bookingId: string): string {
  return `${paths.reports}?${new URLSearchParams({ booking: bookingId })}`
}

/** The dialog that shows results to a doctor, with a person's reports and trends chosen */
export function sharePath({
  person,
  reports = [],
  trends = [],
}: {
  person?: string | undefined
  reports?: readonly string[]
  trends?: readonly string[]
}): string {
  const chosen = { ...(person && { person }), reports: reports.join(), trends: trends.join() }
  const given = Object.entries(chosen).filter(([, text]) => text !== '')
  return `${paths.shares}?${new URLSearchParams([['new', '1'], ...given])}`
}

/**
 * The page of the results of a person over time; with a code, of one parameter.
 * @param person `self` or the id of a family member; undefined: the first who has results
 */
export function healthPath(person?: string, code?: string): string {
  const path = code === undefined ? paths.health : `${paths.health}/${encodeURIComponent(code)}`
  return person === undefined ? path : `${path}?${new URLSearchParams({ person })}`
}

/** A report as a page */
export function reportPath(reportId: string): string {
  return `${paths.reports}/${encodeURIComponent(reportId)}`
}

/** @returns /tests?q={query}&loc={location}, without the location if it is not known */
export function searchPath(query: string, city?: string): string {
  const search = new URLSearchParams({ q: query })
  if (city) search.set('loc', city)
  return `${paths.tests}?${search}`
}

const loginPaths: Record<Role, string> = {
  customer: paths.customerLogin,
  'lab-partner': paths.labLogin,
  admin: paths.adminLogin,
}

/** The login of a role, with the path to open after it. */
export function loginPath(next: string, role: Role = 'customer'): string {
  return `${loginPaths[role] ?? paths.customerLogin}?${new URLSearchParams({ next })}`
}

/**
 * @returns the `next` of a login path if it is a path of this origin, as the browser reads it: it takes '\\' for '/' and omits tabs and
 * line ends, so that '/\t/evil.example' is another site
 */
export function nextPath(search: URLSearchParams, { origin } = window.location): string | undefined {
  const next = search.get('next')
  const url = next?.startsWith('/') && URL.parse(next, origin)
  // '/..//evil.example' is a path of this origin that would be another site if it was read again
  if (!url || url.origin !== origin || /^\/[/\\]/.test(url.pathname)) return undefined
  return url.pathname + url.search + url.hash
}
