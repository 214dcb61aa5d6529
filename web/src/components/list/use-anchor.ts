import type { Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef } from 'react'

/**
 * Keeps what a person reads where it is while rows arrive above it. At the very top of the list nothing is held: there the
 * new rows are what one wants to see.
 */
export function useAnchor(
  virtualizer: Virtualizer<Window, Element>,
  rows: readonly { id: string }[],
  top: number,
): void {
  const held = useRef<{ id: string; start: number } | null>(null)
  const known = useRef(rows)

  useLayoutEffect(() => {
    const anchor = held.current
    if (anchor && known.current !== rows) {
      const index = rows.findIndex(({ id }) => id === anchor.id)
      const start = virtualizer.measurementsCache[index]?.start
      if (start !== undefined && start !== anchor.start) window.scrollBy({ top: start - anchor.start })
    }
    known.current = rows
    const offset = window.scrollY
    const first = offset > top ? virtualizer.getVirtualItemForOffset(offset + 80) : undefined
    const id = first && rows[first.index]?.id
    held.current = first && id ? { id, start: first.start } : null
  })
}
