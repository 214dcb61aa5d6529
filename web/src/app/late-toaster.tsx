import { type ComponentType, useEffect, useState } from 'react'
import { waitUntilLoaded } from '@/lib/timing'

async function loadToaster(): Promise<ComponentType> {
  await waitUntilLoaded()
  for (;;) {
    try {
      return (await import('@/ui/toaster')).Toaster
    } catch {
      // Without a connection: a page without toasts is better than none.
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    }
  }
}

/** The toasts, whose code (5 kB gzip) loads after the page. A toast that is shown earlier appears then. */
export function LateToaster() {
  const [Toaster, setToaster] = useState<ComponentType>()
  useEffect(() => {
    let isMounted = true
    void loadToaster().then((loaded) => isMounted && setToaster(() => loaded))
    return () => {
      isMounted = false
    }
  }, [])
  return Toaster && <Toaster />
}
