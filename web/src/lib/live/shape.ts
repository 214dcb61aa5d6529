import { isBookingTab, matchesTab } from '@jaanch/contracts/booking-tabs'
import type { Change, LiveRow } from './change'
import { passesFilters } from './filter'

/** What a SWR key shows, as far as messages can change it. */
export type Shape =
  | { of: 'rows'; kind: Change['kind']; limit: number; belongs: (row: LiveRow) => boolean }
  /** Made from such rows without being a list of them: fetched again when one changes */
  | { of: 'counts'; kind: Change['kind'] }

const anything = () => true
const oneBooking = /^\/api\/bookings\/[^/]+$/

/** @param key a SWR key: path and query of a GET @returns undefined where no message concerns it */
export function shapeOf(key: string): Shape | undefined {
  const [path = '', search] = key.split('?')
  const query = new URLSearchParams(search)
  const limit = (standard: number) => Number(query.get('limit') ?? standard)
  switch (path) {
    case '/api/bookings': {
      // Time alone makes a booking late: a message can't tell whether it is, so the list is fetched again
      if (query.has('attention')) return { of: 'counts', kind: 'booking' }
      const tab = query.get('tab')
      const belongs = (row: LiveRow) =>
        'packageName' in row && (!isBookingTab(tab) || matchesTab(tab, row)) && passesFilters(row, query)
      return { of: 'rows', kind: 'booking', limit: limit(50), belongs }
    }
    case '/api/bookings/counts':
    case '/api/bookings/summary':
    case '/api/health-reports':
    case '/api/lab-partners/top':
      return { of: 'counts', kind: 'booking' }
    case '/api/prescriptions':
    case '/api/admin/prescriptions': {
      const status = query.get('status')
      const belongs = (row: LiveRow) => !status || ('isProcessed' in row && row.status === status)
      return { of: 'rows', kind: 'prescription', limit: limit(50), belongs }
    }
    case '/api/lab-partners/all':
      return { of: 'rows', kind: 'lab', limit: limit(500), belongs: anything }
    case '/api/lab-partners':
      return {
        of: 'rows',
        kind: 'lab',
        limit: limit(500),
        belongs: (row) => 'isApproved' in row && row.isApproved,
      }
    case '/api/notifications':
      return { of: 'rows', kind: 'notification', limit: limit(50), belongs: anything }
    case '/api/notifications/unread':
      return { of: 'counts', kind: 'notification' }
    default:
      return oneBooking.test(path) ? { of: 'counts', kind: 'booking' } : undefined
  }
}
