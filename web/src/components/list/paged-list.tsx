import { useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { LoaderCircle } from 'lucide-react'
import { memo, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '@/ui/button'
import { SkeletonList } from '@/ui/skeleton'

type PagedListProps<Row> = {
  label: string
  list: {
    rows: readonly Row[]
    loading: boolean
    hasMore: boolean
    /** Called when the end of the list comes near */
    more: () => void
    /** The next page failed to load: a button instead of an automatic retry */
    failed: boolean
  }
  /** Height of a row in pixels before it is measured */
  estimate: number
  /** Pixels between rows */
  gap?: 8 | 12
  skeletons: { count: number; itemClassName: string }
  empty: ReactNode
  children: (row: Row) => ReactNode
}

/** A paged list in all its states: skeletons, the empty state, or a virtual list that loads further pages automatically. */
export function PagedList<Row extends { id: string }>({ skeletons, empty, ...props }: PagedListProps<Row>) {
  const { rows, loading } = props.list
  if (loading) {
    return (
      <SkeletonList
        {...skeletons}
        className={props.gap === 8 ? 'grid grid-cols-1 gap-2' : 'grid grid-cols-1 gap-3'}
      />
    )
  }
  return rows.length === 0 ? empty : <WindowList {...props} />
}

type WindowListProps<Row> = Omit<PagedListProps<Row>, 'skeletons' | 'empty'>

/** A list of any length that scrolls with the page. Only the visible rows and a few around them are in the document. */
function WindowList<Row extends { id: string }>({
  label,
  list: { rows, hasMore, more, failed },
  estimate,
  gap = 12,
  children,
}: WindowListProps<Row>) {
  const list = useRef<HTMLUListElement>(null)
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
  })
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)?.index ?? -1
  useAnchor(virtualizer, rows, top)

  // Content above the list can change its height, so the top is measured on every render, except while scrolling, for speed.
  useLayoutEffect(() => {
    if (virtualizer.isScrolling) return
    const box = list.current?.getBoundingClientRect()
    if (box) setTop(Math.round(box.top + window.scrollY))
  })

  useEffect(() => {
    if (hasMore && !failed && last >= rows.length - 15) more()
  }, [hasMore, failed, last, rows.length, more])

  return (
    <>
      <ul
        ref={list}
        aria-label={label}
        className="relative"
        style={{ height: virtualizer.getTotalSize(), overflowAnchor: 'none' }}
      >
        {items.map((item) => {
          const row = rows[item.index]
          return (
            row && (
              <li
                key={item.key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                aria-posinset={item.index + 1}
                aria-setsize={hasMore ? -1 : rows.length}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${item.start - top}px)` }}
              >
                <Row row={row} render={children} />
              </li>
            )
          )
        })}
      </ul>
      {hasMore && (
        <div className="flex min-h-20 items-center justify-center">
          {failed ? (
            <Button variant="outline" onClick={more}>
              Show more
            </Button>
          ) : (
            <LoaderCircle className="size-5 animate-spin text-ink-soft" aria-label="Loading more" />
          )}
        </div>
      )}
    </>
  )
}

/** Memoised: scrolling moves rows without rendering them again. */
const Row = memo(function Row<T>({ row, render }: { row: T; render: (row: T) => ReactNode }) {
  return render(row)
}) as <T>(props: { row: T; render: (row: T) => ReactNode }) => ReactNode

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
