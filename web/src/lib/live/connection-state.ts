import { createStore, useStore } from '../store'

/** off: no user is signed in; connecting: for the first time; reconnecting: it was live, or the first attempt failed. */
export type ConnectionState = 'off' | 'connecting' | 'live' | 'reconnecting'

const store = createStore<ConnectionState>('off')

export const setConnectionState = store.set

export function useConnectionState(): ConnectionState {
  return useStore(store)
}
