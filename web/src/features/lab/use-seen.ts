import { type RefObject, useEffect, useRef } from 'react'
import { markSeen } from '@/lib/unseen-bookings'

/** In sight for so long, in a window that somebody has before them, and it was looked at. */
const looking = 4_000

/** Takes the mark off a new booking once its card was looked at. @returns what the card's element is given */
export function useSeen(id: string, isNew: boolean): RefObject<HTMLDivElement | null> {
  const card = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = card.current
    if (!isNew || !element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let inSight = false
    function judge() {
      clearTimeout(timer)
      if (inSight && document.visibilityState === 'visible' && document.hasFocus()) {
        timer = setTimeout(() => markSeen(id), looking)
      }
    }
    const watcher = new IntersectionObserver(
      ([entry]) => {
        inSight = entry?.isIntersecting ?? false
        judge()
      },
      { threshold: 0.5 },
    )
    watcher.observe(element)
    window.addEventListener('focus', judge)
    window.addEventListener('blur', judge)
    document.addEventListener('visibilitychange', judge)
    return () => {
      clearTimeout(timer)
      watcher.disconnect()
      window.removeEventListener('focus', judge)
      window.removeEventListener('blur', judge)
      document.removeEventListener('visibilitychange', judge)
    }
  }, [id, isNew])

  return card
}
