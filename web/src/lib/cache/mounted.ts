import { useLayoutEffect } from 'react'

/** Number of mounted components per key */
const mountedCounts = new Map<string, number>()

export function isMounted(key: string): boolean {
  return mountedCounts.has(key)
}

/**
 * Counts the components that show a key. An invalidated key without one is fetched only when one mounts.
 * @param onIdle called when the last component of a key has unmounted
 */
export function useMounted(key: string | null, onIdle: (key: string) => void): void {
  // A layout effect: no other task runs between the commit of a screen and the count of its keys.
  useLayoutEffect(() => {
    if (!key) return
    mountedCounts.set(key, (mountedCounts.get(key) ?? 0) + 1)
    return () => {
      const others = (mountedCounts.get(key) ?? 1) - 1
      if (others) mountedCounts.set(key, others)
      else {
        mountedCounts.delete(key)
        onIdle(key)
      }
    }
  }, [key, onIdle])
}
