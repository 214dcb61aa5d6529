import { isBeforeCollection } from '@/features/booking/visit/status'
import { onStatusChange } from '@/lib/cache/live-cache'
import type { StatusChange } from '@/lib/live/live-store'
import { createStore, useStore } from '@/lib/store'
import { setTitleCount } from '@/lib/use-title'

/** Bookings that a lab received while Jaanch was open and that no user has seen: highlighted, and counted in the title. */
const unseen = createStore<ReadonlySet<string>>(new Set())

function setUnseen(next: ReadonlySet<string>): void {
  setTitleCount(next.size)
  unseen.set(next)
}

/** Whether a booking has appeared. One after the collection has begun is not new: it was only in no list on the screen. */
export function isNewBooking({ before, after }: StatusChange): boolean {
  return !before && 'packageName' in after && isBeforeCollection(after)
}

/** @returns stops it and forgets the unseen bookings */
export function watchNewBookings(): () => void {
  const stop = onStatusChange((change) => {
    if (isNewBooking(change)) setUnseen(new Set(unseen.get()).add(change.after.id))
  })
  return () => {
    stop()
    setUnseen(new Set())
  }
}

export function markSeen(id: string): void {
  if (!unseen.get().has(id)) return
  const rest = new Set(unseen.get())
  rest.delete(id)
  setUnseen(rest)
}

export function useUnseenBookings(): ReadonlySet<string> {
  return useStore(unseen)
}
