import { useEffect, useState } from 'react'

/** The text once it has rested for so many milliseconds, or at once when asked. */
export function useLateText(text: string, rest = 250): [string, () => void] {
  const [late, setLate] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setLate(text.trim()), text.trim() ? rest : 0)
    return () => clearTimeout(timer)
  }, [text, rest])
  return [late, () => setLate(text.trim())]
}
