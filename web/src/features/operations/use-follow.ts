import { useEffect, useRef } from 'react'
import { useOperations } from '@/lib/resources/operations/now'

const everyMs = 5_000

/** Fetches again after the log has grown, at most every 5 s, and every 15 s: attempts fail without an event. */
export function useFollow(refetch: () => void): void {
  const head = useOperations().data?.head
  const latest = useRef(refetch)
  const at = useRef(Date.now())
  useEffect(() => {
    latest.current = refetch
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new head begins a wait
  useEffect(() => {
    const run = () => {
      at.current = Date.now()
      if (document.visibilityState === 'visible') latest.current()
    }
    const soon = setTimeout(run, Math.max(0, at.current + everyMs - Date.now()))
    const later = setInterval(run, 3 * everyMs)
    return () => {
      clearTimeout(soon)
      clearInterval(later)
    }
  }, [head])
}
