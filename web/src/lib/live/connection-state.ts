import { useSyncExternalStore } from 'react'

/** off: nobody signed in; connecting: the first connect; live; reconnecting: it was live, or could not begin. */
export type Link = 'off' | 'connecting' | 'live' | 'reconnecting'

let link: Link = 'off'
const listeners = new Set<() => void>()

export function setConnectionState(next: Link): void {
  if (next === link) return
  link = next
  for (const listener of listeners) listener()
}

export function useConnectionState(): Link {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => link,
    () => 'off',
  )
}
