import type { Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef } from 'react'

/**
 * Scroll anchoring: rows that are inserted above do not move the rows that the user reads. At the top of the list it is off, so that
 * new rows are visible.
 */
export function useAnchor(
  virtualizer: Virtualizer<Window, Element>,
  rows: readonly { id: string }[],
  top: number,
): void {
  const anchorRef = useRef<{ id: string; start: number } | null>(null)
  const lastRows = useRef(rows)

  useLayoutEffect(() => {
    const anchor = anchorRef.current
    if (anchor && lastRows.current !== rows) {
      const index = rows.findIndex(({ id }) => id === anchor.id)
      const start = virtualizer.measurementsCache[index]?.start
      if (start !== undefined && start !== anchor.start) window.scrollBy({ top: start - anchor.start })
    }
    lastRows.current = rows
    const offset = virtualizer.scrollOffset ?? 0
    const first = offset > top ? virtualizer.getVirtualItemForOffset(offset + 80) : undefined
    const id = first && rows[first.index]?.id
    anchorRef.current = first && id ? { id, start: first.start } : null
  })
}
