import { type ComponentType, useEffect, useState } from 'react'
import { loadPart } from '@/lib/parts/load-part'
import { waitForValue } from '@/lib/store'
import { waitUntilLoaded } from '@/lib/timing'
import { dropOldToast, toasts } from '@/ui/toast-store'

type LatePartProps = {
  load: () => Promise<ComponentType>
  /** Loads it earlier */
  orWhen?: () => Promise<void>
}

/** A part that works on every page and must not delay it: its code loads after the page. A page without it is better than none. */
export function LatePart({ load, orWhen }: LatePartProps) {
  const [Part, setPart] = useState<ComponentType>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once
  useEffect(() => {
    let isMounted = true
    void Promise.race([waitUntilLoaded(), ...(orWhen ? [orWhen()] : [])])
      .then(() => loadPart(load))
      .then((loaded) => isMounted && setPart(() => loaded))
    return () => {
      isMounted = false
    }
  }, [])
  return Part && <Part />
}

async function loadToaster() {
  const { Toaster } = await import('@/ui/toaster')
  dropOldToast()
  return Toaster
}

const waitForToast = () => waitForValue(toasts, Boolean)

/** The toasts, whose code (5 kB gzip) loads after the page, or with the first toast. It appears then. */
export function LateToaster() {
  return <LatePart load={loadToaster} orWhen={waitForToast} />
}
