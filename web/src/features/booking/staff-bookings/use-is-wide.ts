import { useSyncExternalStore } from 'react'

/** Tailwind's `lg`: from here on there is a pointer, a sidebar and room for a table */
const wide = '(min-width: 64rem)'

/** Whether the window is 1024 px wide or more. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(wide)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(wide).matches,
    () => false,
  )
}
