import type { Change, LiveRow } from './change'
import { belongsToTab, isBookingTab } from './tabs'

/** What a SWR key shows, as far as messages can change it. */
export type Shape =
  | { of: 'rows'; kind: Change['kind']; limit: number; belongs: (row: LiveRow) => boolean }
  /** Made from bookings without being a list of them: fetched again when one changes */
  | { of: 'derived' }

const anything = () => true
const oneBooking = /^\/api\/bookings\/[^/]+$/

/** @param key a SWR key: path and query of a GET (and how many pages, as its fragment) @returns undefined where no message concerns it */
export function shapeOf(key: string): Shape | undefined {
  const [path = '', search] = (key.split('#')[0] ?? '').split('?')
  const query = new URLSearchParams(search)
  const limit = (standard: number) => Number(query.get('limit') ?? standard)
  switch (path) {
    case '/api/bookings': {
      const tab = query.get('tab')
      const belongs = isBookingTab(tab)
        ? (row: LiveRow) => 'labPartnerId' in row && belongsToTab(row, tab)
        : anything
      return { of: 'rows', kind: 'booking', limit: limit(50), belongs }
    }
    case '/api/bookings/counts':
    case '/api/health-reports':
      return { of: 'derived' }
    case '/api/prescriptions':
      return { of: 'rows', kind: 'prescription', limit: limit(50), belongs: anything }
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
      return oneBooking.test(path) ? { of: 'derived' } : undefined
  }
}
