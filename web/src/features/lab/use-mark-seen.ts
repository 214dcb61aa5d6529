import { type RefObject, useEffect, useRef } from 'react'
import { markSeen } from '@/lib/unseen-bookings'

/** A card counts as seen after this time in the viewport of a focused window. */
const seenAfterMs = 4_000

/** Marks new bookings as seen once their card was visible long enough. @returns the ref for the card */
export function useMarkSeen(ids: readonly string[], isNew: boolean): RefObject<HTMLDivElement | null> {
  const card = useRef<HTMLDivElement>(null)
  const marked = ids.join(' ')

  useEffect(() => {
    const element = card.current
    if (!isNew || !element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isInViewport = false
    function restartTimer() {
      clearTimeout(timer)
      if (isInViewport && document.visibilityState === 'visible' && document.hasFocus()) {
        timer = setTimeout(() => marked.split(' ').forEach(markSeen), seenAfterMs)
      }
    }
    const observer = new IntersectionObserver(
      ([entry]) => {
        isInViewport = entry?.isIntersecting ?? false
        restartTimer()
      },
      { threshold: 0.5 },
    )
    observer.observe(element)
    window.addEventListener('focus', restartTimer)
    window.addEventListener('blur', restartTimer)
    document.addEventListener('visibilitychange', restartTimer)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      window.removeEventListener('focus', restartTimer)
      window.removeEventListener('blur', restartTimer)
      document.removeEventListener('visibilitychange', restartTimer)
    }
  }, [marked, isNew])

  return card
}
