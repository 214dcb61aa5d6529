import { type RefObject, useEffect, useState } from 'react'

/**
 * Whether a person reads the list, so that nothing in it may move: its top is scrolled out of sight, or the keyboard's focus is in
 * it.
 */
export function useIsReading(
  top: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
): boolean {
  const [isScrolled, setScrolled] = useState(false)
  const [hasFocus, setFocus] = useState(false)

  useEffect(() => {
    if (!top.current) return
    const observer = new IntersectionObserver(([entry]) => setScrolled(entry?.isIntersecting === false))
    observer.observe(top.current)
    return () => observer.disconnect()
  }, [top])

  useEffect(() => {
    const rows = list.current
    if (!rows) return
    const enter = () => setFocus(rows.querySelector(':focus-visible') !== null)
    const leave = () => setFocus(false)
    rows.addEventListener('focusin', enter)
    rows.addEventListener('focusout', leave)
    return () => {
      rows.removeEventListener('focusin', enter)
      rows.removeEventListener('focusout', leave)
    }
  }, [list])

  return isScrolled || hasFocus
}
