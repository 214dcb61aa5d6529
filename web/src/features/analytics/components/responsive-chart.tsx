import { useParentSize } from '@visx/responsive'
import type { ReactNode } from 'react'

type ResponsiveChartProps = { height: number; children: (width: number) => ReactNode }

/** Outside the component: with a new array the hook would create a new observer */
const ignoreDimensions: ('height' | 'top' | 'left')[] = ['height', 'top', 'left']

/** Draws a chart with the available width. The height is fixed, so the layout does not shift. */
export function ResponsiveChart({ height, children }: ResponsiveChartProps) {
  const { parentRef, width } = useParentSize<HTMLDivElement>({ debounceTime: 100, ignoreDimensions })
  return (
    <div ref={parentRef} style={{ height }} className="w-full min-w-0">
      {width > 0 && children(width)}
    </div>
  )
}
