import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/** A new page begins at its top; Back returns to where one was. */
export function ScrollToTop() {
  const { pathname } = useLocation()
  const back = useNavigationType() === 'POP'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what a page is
  useLayoutEffect(() => {
    if (!back) scrollTo(0, 0)
  }, [pathname])
  return null
}
