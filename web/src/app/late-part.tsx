import { type ComponentType, useEffect, useState } from 'react'
import { loadPart } from '@/lib/parts/load-part'
import { waitUntilLoaded } from '@/lib/timing'

type LatePartProps = {
  load: () => Promise<ComponentType>
  /** Loads it earlier */
  orWhen?: () => Promise<void>
}

/** What works on every page and must not delay it: its code loads after the page. A page without it is better than none. */
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
