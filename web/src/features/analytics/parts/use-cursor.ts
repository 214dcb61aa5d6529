import { type FocusEvent, type KeyboardEvent, type PointerEvent, useState } from 'react'

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  PageDown: (at) => at - 7,
  PageUp: (at) => at + 7,
  Home: () => 0,
  End: (_, last) => last,
}

export type Cursor = ReturnType<typeof useCursor>

/**
 * The place in a chart that is looked at, by pointer, touch or keyboard.
 * @param count places from left to right @param placeAt which one lies under so many pixels from the left edge
 */
export function useCursor(count: number, placeAt: (x: number) => number) {
  const [place, setPlace] = useState<number | null>(null)
  const last = count - 1
  const within = (at: number) => Math.max(0, Math.min(last, at))

  function point(event: PointerEvent<HTMLElement>) {
    const { left } = event.currentTarget.getBoundingClientRect()
    setPlace(within(placeAt(event.clientX - left)))
  }

  return {
    place,
    /** What a screen reader reads before anything was pointed at: the latest */
    shown: place === null ? last : within(place),
    handlers: {
      onPointerDown: point,
      onPointerMove: point,
      onPointerLeave: () => setPlace(null),
      onFocus(event: FocusEvent<HTMLElement>) {
        if (event.currentTarget.matches(':focus-visible')) setPlace((at) => at ?? last)
      },
      onBlur: () => setPlace(null),
      onKeyDown(event: KeyboardEvent) {
        if (event.key === 'Escape') return setPlace(null)
        const step = steps[event.key]
        if (!step) return
        event.preventDefault()
        setPlace((at) => within(step(at ?? last, last)))
      },
    },
  }
}
