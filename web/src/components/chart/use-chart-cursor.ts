import { type FocusEvent, type KeyboardEvent, type PointerEvent, useState } from 'react'

const keyMoves: Record<string, (index: number, last: number) => number> = {
  ArrowLeft: (index) => index - 1,
  ArrowDown: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  ArrowUp: (index) => index + 1,
  PageDown: (index) => index - 7,
  PageUp: (index) => index + 7,
  Home: () => 0,
  End: (_, last) => last,
}

export type ChartCursor = ReturnType<typeof useChartCursor>

/**
 * The selected data point of a chart, by pointer, touch or keyboard.
 * @param count number of points @param indexAt the point at a distance in pixels from the left edge
 */
export function useChartCursor(count: number, indexAt: (x: number) => number) {
  const [index, setIndex] = useState<number | null>(null)
  const last = count - 1
  const clamp = (value: number) => Math.max(0, Math.min(last, value))

  function point(event: PointerEvent<HTMLElement>) {
    const { left } = event.currentTarget.getBoundingClientRect()
    setIndex(clamp(indexAt(event.clientX - left)))
  }

  return {
    isActive: index !== null,
    /** The selected point; the latest one while nothing is selected */
    current: index === null ? last : clamp(index),
    handlers: {
      onPointerDown: point,
      onPointerMove: point,
      onPointerLeave: () => setIndex(null),
      onFocus(event: FocusEvent<HTMLElement>) {
        if (event.currentTarget.matches(':focus-visible')) setIndex((current) => current ?? last)
      },
      onBlur: () => setIndex(null),
      onKeyDown(event: KeyboardEvent) {
        if (event.key === 'Escape') return setIndex(null)
        const move = keyMoves[event.key]
        if (!move) return
        event.preventDefault()
        setIndex((current) => clamp(move(current ?? last, last)))
      },
    },
  }
}
