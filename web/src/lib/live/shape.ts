import type { Change, LiveRow } from './change'
import { passesFilters } from './filter'
import { belongsToTab, isBookingTab } from './tabs'

/** What a SWR key shows, as far as messages can change it. */
export type Shape =
  | { of: 'rows'; kind: Change['kind']; limit: number; belongs: (row: LiveRow) => boolean }
  /** Made from bookings without being a list of them: fetched again when one changes */
  | { of: 'counts' }

const anything = () => true
const oneBooking = /^\/api\/bookings\/[^/]+$/

/** @param key a SWR key: path and query of a GET @returns undefined where no message concerns it */
export function shapeOf(key: string): Shape | undefined {
  const [path = '', search] = key.split('?')
  const query = new URLSearchParams(search)
  const limit = (standard: number) => Number(query.get('limit') ?? standard)
  switch (path) {
    case '/api/bookings': {
      const tab = query.get('tab')
      const belongs = (row: LiveRow) =>
        'packageName' in row && (!isBookingTab(tab) || belongsToTab(row, tab)) && passesFilters(row, query)
      return { of: 'rows', kind: 'booking', limit: limit(50), belongs }
    }
    case '/api/bookings/counts':
    case '/api/bookings/summary':
    case '/api/health-reports':
    case '/api/lab-partners/top':
      return { of: 'counts' }
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
    default:
      return oneBooking.test(path) ? { of: 'counts' } : undefined
  }
}
