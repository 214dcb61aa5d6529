import { useCallback, useLayoutEffect, useRef } from 'react'

/** @returns a function that stays the same and calls the latest `callback`, for children that are rendered again when it changes */
export function useStableCallback<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(callback)
  useLayoutEffect(() => {
    latest.current = callback
  })
  return useCallback((...args) => latest.current(...args), [])
}
