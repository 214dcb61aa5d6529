import { useSyncExternalStore } from 'react'

/** Whether the last request got an answer, as far as the browser knows; at first it does not know otherwise. */
let isReachable = true
const listeners = new Set<() => void>()

/** @returns stops it */
function onReachable(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function noteReached(isReached: boolean): void {
  if (isReachable === isReached) return
  isReachable = isReached
  for (const listener of listeners) listener()
}

if (typeof window !== 'undefined') {
  noteReached(navigator.onLine)
  addEventListener('offline', () => noteReached(false))
  addEventListener('online', () => noteReached(true))
}

/** False while the browser is offline, or the last request found no server: what is shown may be missing. */
export function useIsReachable(): boolean {
  return useSyncExternalStore(
    onReachable,
    () => isReachable,
    () => true,
  )
}
