import { useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { holdNewRows, showNewRows } from '@/lib/cache/live-cache'
import { useStableCallback } from '@/lib/use-stable-callback'

export type PagedRows<Row> = {
  rows: readonly Row[]
  loading: boolean
  hasMore: boolean
  /** Called when the end of the list comes near */
  more: () => void
  /** The next page failed to load: a button instead of an automatic retry */
  failed: boolean
  /** The key of a list whose new rows wait behind a button (NewRows) while its reader is below the first one */
  key?: string | null
}

type WindowRowsOptions = {
  /** Height of a row in pixels before it is measured */
  estimate: number
  /** Pixels between rows */
  gap?: number
}

/** The bars that stay over the page above and below its rows, px */
const bars = { top: 90, bottom: 96 }

/** A focus waits so many frames for its row to be in the document */
const mostFrames = 30

/**
 * The rows of a list of any length that scrolls with the page: only the visible ones and a few around them are in the document.
 * @returns `box`: the ref of the element in which the rows begin; `top`: where it begins in the page, px
 */
export function useWindowRows<Row extends { id: string }, Box extends HTMLElement>(
  { rows, hasMore, more, failed, key }: Omit<PagedRows<Row>, 'loading'>,
  { estimate, gap = 0 }: WindowRowsOptions,
) {
  const box = useRef<Box>(null)
  const [top, setTop] = useState(0)
  // With a new function the virtualizer computes the places of all rows again, in each frame of scrolling.
  const getItemKey = useCallback((index: number) => rows[index]?.id ?? index, [rows])
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => estimate,
    getItemKey,
    gap,
    overscan: 5,
    useFlushSync: false,
    scrollMargin: top,
    scrollPaddingStart: bars.top,
    scrollPaddingEnd: bars.bottom,
  })
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)?.index ?? -1
  const isBelowFirst = (virtualizer.scrollOffset ?? 0) > top
  useAnchor(virtualizer, rows, top)

  // Content above the list can change its height, so the top is measured on every render, except while scrolling, for speed.
  useLayoutEffect(() => {
    if (virtualizer.isScrolling) return
    const place = box.current?.getBoundingClientRect()
    if (place) setTop(Math.round(place.top + window.scrollY))
  })

  useEffect(() => {
    if (hasMore && !failed && last >= rows.length - 15) more()
  }, [hasMore, failed, last, rows.length, more])

  useEffect(() => {
    if (!key || !isBelowFirst) return
    holdNewRows(key)
    return () => showNewRows(key)
  }, [key, isBelowFirst])

  /** Scrolls to a row and focuses it as soon as it is in the document. */
  const focusRow = useCallback(
    (index: number) => {
      virtualizer.scrollToIndex(index, { align: 'auto' })
      const key = getItemKey(index)
      const focus = (framesLeft: number) => {
        const row = document.querySelector<HTMLElement>(`[data-row="${key}"]`)
        if (row) row.focus({ preventScroll: true })
        else if (framesLeft > 0) requestAnimationFrame(() => focus(framesLeft - 1))
      }
      focus(mostFrames)
    },
    [virtualizer, getItemKey],
  )

  const focusFirst = useStableCallback(() => focusRow(0))
  const showNew = useStableCallback(() => {
    // the button goes: a list whose rows can't have the focus keeps it
    box.current?.focus({ preventScroll: true })
    if (key) showNewRows(key)
    // after they are in the list
    requestAnimationFrame(focusFirst)
  })

  return { box, top, virtualizer, items, focusRow, showNew }
}

/**
 * Scroll anchoring: rows that are inserted above do not move the rows that the user reads. At the top of the list it is off, so that
 * new rows are visible.
 */
function useAnchor(
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
