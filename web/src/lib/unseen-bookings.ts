import { useSyncExternalStore } from 'react'
import { onStatusChange } from './cache/live-cache'
import { markTitle } from './use-title'

/**
 * Bookings that came to the lab while Jaanch was open and that nobody has looked at yet. They are marked on their cards and
 * counted in the document's title.
 */
let unseen: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

function set(next: ReadonlySet<string>): void {
  unseen = next
  markTitle(next.size)
  for (const listener of listeners) listener()
}

/** Listens until the function that it returns is called, and then forgets. */
export function watchNewBookings(): () => void {
  const stop = onStatusChange(({ before, after }) => {
    // a lab is given bookings before their collection begins: what is further along was its own already
    if (before || !('packageName' in after)) return
    if (!['pending', 'confirmed', 'pending_customer_confirmation'].includes(after.status)) return
    set(new Set(unseen).add(after.id))
  })
  return () => {
    stop()
    set(new Set())
  }
}

export function markSeen(id: string): void {
  if (!unseen.has(id)) return
  const rest = new Set(unseen)
  rest.delete(id)
  set(rest)
}

export function useUnseenBookings(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => unseen,
    () => unseen,
  )
}
