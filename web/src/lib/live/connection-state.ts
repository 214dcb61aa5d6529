import { useSyncExternalStore } from 'react'

/** off: no user is signed in; connecting: for the first time; reconnecting: it was live, or the first attempt failed. */
export type ConnectionState = 'off' | 'connecting' | 'live' | 'reconnecting'

let state: ConnectionState = 'off'
const listeners = new Set<() => void>()

export function setConnectionState(next: ConnectionState): void {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
    () => 'off',
  )
}
