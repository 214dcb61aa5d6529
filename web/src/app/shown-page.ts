import { useEffect } from 'react'
import { createStore, waitForValue } from '@/lib/store'

const isShown = createStore(false)

/** Notes that a page is shown: its code has loaded, and it has asked for its data. Used once for each page, above it. */
export function useShownPage(): void {
  useEffect(() => {
    isShown.set(true)
    return () => isShown.set(false)
  }, [])
}

/** Resolves when a page is shown. */
export const whenPageShown = () => waitForValue(isShown, Boolean)
