import { type ComponentType, useEffect, useState } from 'react'
import { loadPart } from '@/lib/parts/load-part'
import { waitUntilLoaded } from '@/lib/timing'
import { dropOldToast, toasts } from '@/ui/toast-store'

/** A page without toasts is better than none. */
async function loadToaster(): Promise<ComponentType> {
  await Promise.race([waitUntilLoaded(), waitForToast()])
  const { Toaster } = await loadPart(() => import('@/ui/toaster'))
  dropOldToast()
  return Toaster
}

function waitForToast(): Promise<void> {
  if (toasts.get()) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = toasts.subscribe(() => {
      stop()
      resolve()
    })
  })
}

/** The toasts, whose code (5 kB gzip) loads after the page, or with the first toast. It appears then. */
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
