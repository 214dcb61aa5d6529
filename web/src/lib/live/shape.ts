import type { Change, LiveRow } from './change'
import { belongsToTab, isBookingTab } from './tabs'

/** What a SWR key shows, as far as messages can change it. */
export type Shape =
  | { of: 'rows'; kind: Change['kind']; limit: number; belongs: (row: LiveRow) => boolean }
  | { of: 'counts'; kind: Change['kind'] }

const anything = () => true

/** @param key a SWR key: path and query of a GET @returns undefined where no message concerns it */
export function shapeOf(key: string): Shape | undefined {
  const [path, search] = key.split('?')
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
      return { of: 'counts', kind: 'booking' }
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
      return undefined
  }
}
