import type { BookingView } from '@jaanch/booking/booking-view'
import { allLabs, approvedLabs } from '@/features/account/labs-calls'
import { notificationList, unreadCount } from '@/features/account/notifications-calls'
import { bookingCounts, bookingList, oneBooking } from '@/features/booking/bookings-calls'
import { ownPrescriptions } from '@/features/booking/prescriptions-calls'
import { healthReports } from '@/features/report/reports-calls'
import type { ApiResponse } from '@/lib/http/call'
import type { LiveRule } from '@/lib/live/live-rule'
import { createLiveStore, type StatusChange } from '@/lib/live/live-store'

const rules = new Map<string, LiveRule>(
  [
    bookingList,
    bookingCounts,
    allLabs,
    approvedLabs,
    healthReports,
    ownPrescriptions,
    notificationList,
    unreadCount,
    { path: '/api/bookings/b1', rule: oneBooking.rule },
  ].map(({ path, rule }) => [path, rule]),
)

/** A live store over a cache of its own, and what it did. */
export function setUpLiveStore(isReadBelow = false) {
  const reader = { isBelowFirstRow: false }
  let waitingCounts: ReadonlyMap<string, number> = new Map()
  const cache = new Map<string, unknown>()
  const refreshed: string[] = []
  const statusChanges: StatusChange[] = []
  const store = createLiveStore(
    {
      read: (key) => cache.get(key),
      write: (key, data) => void cache.set(key, data),
      isReadBelow: () => isReadBelow,
      holdsNewRows: () => reader.isBelowFirstRow,
      showCounts(counts) {
        waitingCounts = counts
      },
      isShown: () => true,
      discard: () => {},
      showNow: () => {},
      refresh: (key) => void refreshed.push(key),
      refreshAll: () => void refreshed.push('everything'),
    },
    (change) => void statusChanges.push(change),
  )
  /** As SWR does: what `track` returns is stored in the cache. */
  async function load<T>(key: string, response: ApiResponse<T> | Promise<ApiResponse<T>>) {
    cache.set(key, await store.track(key, async () => response, rules.get(key.split('?')[0] ?? '')))
  }
  const ids = (key: string) => (cache.get(key) as BookingView[]).map(({ id }) => id)
  const statuses = (key: string) => (cache.get(key) as BookingView[]).map(({ status }) => status)
  const waiting = (key: string) => waitingCounts.get(key) ?? 0
  return { cache, store, load, reader, waiting, refreshed, statusChanges, ids, statuses }
}
