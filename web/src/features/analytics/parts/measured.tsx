import { useParentSize } from '@visx/responsive'
import type { ReactNode } from 'react'

type MeasuredProps = { height: number; children: (width: number) => ReactNode }

/** One array for all time: the hook observes anew whenever it is given another */
const others: ('height' | 'top' | 'left')[] = ['height', 'top', 'left']

/** Gives a drawing the width that there is. The height is fixed, so nothing moves when it comes. */
export function Measured({ height, children }: MeasuredProps) {
  const { parentRef, width } = useParentSize<HTMLDivElement>({
    debounceTime: 100,
    ignoreDimensions: others,
  })
  return (
    <div ref={parentRef} style={{ height }} className="w-full min-w-0">
      {width > 0 && children(width)}
    </div>
  )
}
