import { TooltipWithBounds } from '@visx/tooltip'
import type { ReactNode } from 'react'
import type { Cursor } from './use-cursor'

type ExplorableProps = {
  /** What one moves along: 'Day' */
  label: string
  count: number
  cursor: Cursor
  /** What stands at the cursor, as one would say it */
  said: string
  /** The same as one shows it */
  tooltip: ReactNode
  /** Where it stands, in pixels from the chart's corner */
  at: { left: number; top: number }
  height: number
  /** The drawing, which screen readers pass over */
  children: ReactNode
}

/** A chart that can be walked through with the arrow keys as well as with a pointer. */
export function Explorable(props: ExplorableProps) {
  const { label, count, cursor, said, tooltip, at, height, children } = props
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={count - 1}
      aria-valuenow={cursor.shown}
      aria-valuetext={said}
      className="relative touch-pan-y rounded-md"
      style={{ height }}
      {...cursor.handlers}
    >
      {children}
      {cursor.place !== null && (
        <TooltipWithBounds
          left={at.left}
          top={at.top}
          unstyled
          applyPositionStyle
          className="pointer-events-none z-10 whitespace-nowrap rounded-lg border bg-raised px-3 py-2 text-ink text-xs tabular-nums shadow-high"
        >
          {tooltip}
        </TooltipWithBounds>
      )}
    </div>
  )
}
