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

/** Number of rows of each list after its last page was appended */
export const appendedLengths = new Map<string, number>()

/**
 * Whether a reader may be below the first rows of a list, and would lose the place if only its first page was fetched again. New
 * rows move the reader of any list down, also of one that has a single page.
 */
export function isReadBelow(key: string): boolean {
  return isMounted(key) && window.scrollY > window.innerHeight
}
