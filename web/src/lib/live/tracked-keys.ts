import { isBookingTab, matchesTab } from '@jaanch/contracts/booking-tabs'
import { matchesFilters } from './booking-filter'
import type { Change, LiveRow } from './change'

/** How live changes affect the data of a SWR key. */
export type Tracking =
  /** A list of rows: changes are applied to it. */
  | { as: 'list'; kind: Change['kind']; limit: number; contains: (row: LiveRow) => boolean }
  /** Computed from such rows (counts, sums): fetched again after a change; with `id` only after one of that row. */
  | { as: 'derived'; kind: Change['kind']; id?: string }

const singleBooking = /^\/api\/bookings\/([^/]+)$/

/** @param key a SWR key: path and query of a GET @returns undefined if no live change affects it */
export function trackingOf(key: string): Tracking | undefined {
  const [path = '', search] = key.split('?')
  const query = new URLSearchParams(search)
  const limit = (defaultLimit: number) => Number(query.get('limit') ?? defaultLimit)
  switch (path) {
    case '/api/bookings': {
      // Whether a booking needs attention depends on the time too, which a message does not show: fetch the list again.
      if (query.has('attention')) return { as: 'derived', kind: 'booking' }
      const tab = query.get('tab')
      const contains = (row: LiveRow) =>
        'packageName' in row && (!isBookingTab(tab) || matchesTab(tab, row)) && matchesFilters(row, query)
      return { as: 'list', kind: 'booking', limit: limit(50), contains }
    }
    case '/api/bookings/counts':
    case '/api/bookings/summary':
    case '/api/health-reports':
    case '/api/lab-partners/top':
      return { as: 'derived', kind: 'booking' }
    case '/api/prescriptions':
    case '/api/admin/prescriptions': {
      const status = query.get('status')
      const contains = (row: LiveRow) => !status || ('isProcessed' in row && row.status === status)
      return { as: 'list', kind: 'prescription', limit: limit(50), contains }
    }
    case '/api/lab-partners/all':
      return {
        as: 'list',
        kind: 'lab',
        limit: limit(500),
        contains: (row) => !query.has('waiting') || ('waitsForConsent' in row && row.waitsForConsent),
      }
    case '/api/lab-partners':
      return {
        as: 'list',
        kind: 'lab',
        limit: limit(500),
        contains: (row) => 'isApproved' in row && row.isApproved,
      }
    case '/api/notifications':
      return { as: 'list', kind: 'notification', limit: limit(50), contains: () => true }
    case '/api/notifications/unread':
      return { as: 'derived', kind: 'notification' }
    default: {
      const id = singleBooking.exec(path)?.[1]
      return id === undefined ? undefined : { as: 'derived', kind: 'booking', id: decodeURIComponent(id) }
    }
  }
}

/** Whether a change affects derived data. */
export function isAffected({ kind, id }: Extract<Tracking, { as: 'derived' }>, change: Change): boolean {
  return kind === change.kind && (id === undefined || id === change.id)
}
