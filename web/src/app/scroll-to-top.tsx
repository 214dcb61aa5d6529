import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/** A new page starts at its top; after Back the browser restores the scroll position. */
export function ScrollToTop() {
  const { pathname } = useLocation()
  const isBack = useNavigationType() === 'POP'
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useLayoutEffect(() => {
    if (!isBack) scrollTo(0, 0)
  }, [pathname])
  return null
}
