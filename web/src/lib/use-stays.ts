import { useEffect, useState } from 'react'

/** True once the component has been on the screen for so many milliseconds. */
export function useStays(after = 120): boolean {
  const [stays, setStays] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setStays(true), after)
    return () => clearTimeout(timer)
  }, [after])
  return stays
}
