import { createStore, useStore } from '../store'

/** Whether the last request got an answer, as far as the browser knows; at first it does not know otherwise. */
const reachable = createStore(true)

export function noteReached(isReached: boolean): void {
  if (reachable.get() !== isReached) reachable.set(isReached)
}

if (typeof window !== 'undefined') {
  noteReached(navigator.onLine)
  addEventListener('offline', () => noteReached(false))
  addEventListener('online', () => noteReached(true))
}

/** False while the browser is offline, or the last request found no server: what is shown may be missing. */
export function useIsReachable(): boolean {
  return useStore(reachable)
}
