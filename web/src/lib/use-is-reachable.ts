import { useSyncExternalStore } from 'react'
import { onReachable, readReachable } from './http/network'

/** False while the browser is offline, or the last request found no server: what is shown may be missing. */
export function useIsReachable(): boolean {
  return useSyncExternalStore(onReachable, readReachable, () => true)
}
