import { type ComponentType, useEffect, useState } from 'react'
import { waitUntilLoaded } from '@/lib/timing'
import { dropOldToast, getCurrentToast, subscribeToToasts } from '@/ui/toast-store'

const firstPauseMs = 1_000
const maxPauseMs = 60_000

async function loadToaster(): Promise<ComponentType> {
  await Promise.race([waitUntilLoaded(), waitForToast()])
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      const { Toaster } = await import('@/ui/toaster')
      dropOldToast()
      return Toaster
    } catch {
      // A page without toasts is better than none. The server may have failed as well as the connection.
      await waitForConnection(pauseMs)
    }
  }
}

function waitForToast(): Promise<void> {
  if (getCurrentToast()) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = subscribeToToasts(() => {
      stop()
      resolve()
    })
  })
}

/** Resolves when the browser is online again, after `pauseMs` at the latest. */
function waitForConnection(pauseMs: number): Promise<void> {
  return new Promise((resolve) => {
    function end(): void {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, pauseMs)
    addEventListener('online', end)
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
