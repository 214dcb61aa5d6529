import { useRef } from 'react'

/** A code that was out of the picture for this long is new, ms */
const goneMs = 1_500

/** @returns whether a code has come into the picture: one that is held there is read again and again */
export function useOncePerView(): (code: string) => boolean {
  const lastSeen = useRef(new Map<string, number>())
  return (code) => {
    const now = performance.now()
    const before = lastSeen.current.get(code) ?? Number.NEGATIVE_INFINITY
    lastSeen.current.set(code, now)
    return now - before > goneMs
  }
}
