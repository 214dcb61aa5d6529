import { useEffect, useState } from 'react'

/** The present, moving on every so many milliseconds. */
export function useNow(every = 30_000): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
