import { lazy, Suspense, useEffect, useState } from 'react'
import { waitUntilLoaded } from '@/lib/timing'

const Toaster = lazy(async () => ({ default: (await import('@/ui/toaster')).Toaster }))

/** The toasts, whose code (8 kB gzip) loads after the page. A toast that is shown earlier appears then. */
export function LateToaster() {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => void waitUntilLoaded().then(() => setLoaded(true)), [])
  return (
    isLoaded && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  )
}
