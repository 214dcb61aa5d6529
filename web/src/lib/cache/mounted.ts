import { useEffect } from 'react'

const screens = new Map<string, number>()

export function isMounted(key: string): boolean {
  return screens.has(key)
}

/** Counts the screens that show a key: what none shows is fetched again only when one does. */
export function useMounted(key: string | null): void {
  useEffect(() => {
    if (!key) return
    screens.set(key, (screens.get(key) ?? 0) + 1)
    return () => {
      const others = (screens.get(key) ?? 1) - 1
      if (others) screens.set(key, others)
      else screens.delete(key)
    }
  }, [key])
}
