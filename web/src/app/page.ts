import { useEffect } from 'react'
import { createStore, waitForValue } from '@/lib/store'
import { announce } from '@/ui/announcer'

/** The first page keeps the focus of the browser. */
let isFirstPage = true

/** Whether the page has focused something itself: a field, or what a link leads to. */
function hasFocusIn(main: Element | null): boolean {
  const { activeElement } = document
  return activeElement !== null && activeElement !== document.body && Boolean(main?.contains(activeElement))
}

/**
 * After a change of page, moves the focus from the link that was followed to the heading of the new page, or to its content as long
 * as that is loading, and announces the page. Used once for each page, above it.
 */
export function usePageFocus(title: string | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    if (isFirstPage) {
      isFirstPage = false
      return
    }
    const main = document.querySelector('main')
    if (hasFocusIn(main)) return
    const heading = main?.querySelector('h1')
    const target = heading ?? main
    if (target) {
      target.tabIndex = -1
      target.classList.add('outline-none')
      target.focus({ preventScroll: true })
    }
    if (title && heading?.textContent !== title) announce(title)
  }, [])
}

const isShown = createStore(false)

/** Notes that a page is shown: its code has loaded, and it has asked for its data. Used once for each page, above it. */
export function useShownPage(): void {
  useEffect(() => {
    isShown.set(true)
    return () => isShown.set(false)
  }, [])
}

/** Resolves when a page is shown. */
export const whenPageShown = () => waitForValue(isShown, Boolean)
