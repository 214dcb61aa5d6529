import { useEffect, useState } from 'react'

/** A value once it has stood still for so many milliseconds: a list is not asked for at each key. */
export function useLate<T>(value: T, wait = 250): T {
  const [late, setLate] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), wait)
    return () => clearTimeout(timer)
  }, [value, wait])
  return late
}
