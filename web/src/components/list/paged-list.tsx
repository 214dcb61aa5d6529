import { useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { ArrowUp, LoaderCircle } from 'lucide-react'
import {
  memo,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { holdNewRows, showNewRows, waitingCounts } from '@/lib/cache/live-cache'
import { maxWaitingRows } from '@/lib/live/waiting-rows'
import { useStableCallback } from '@/lib/use-stable-callback'
import { Button } from '@/ui/button'
import { SkeletonList } from '@/ui/skeleton'

const texts = {
  show: (count: number) => `${count > maxWaitingRows ? `More than ${maxWaitingRows}` : count} new, Show`,
}

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

/** For keys that move from row to row */
export type RowsHandle = { focusRow: (index: number) => void }

type PagedListProps<Row> = {
  label: string
  list: PagedRows<Row>
  /** Height of a row in pixels before it is measured */
  estimate: number
  /** Pixels between rows */
  gap?: 8 | 12
  skeletons: { count: number; itemClassName: string }
  empty: ReactNode
  handle?: Ref<RowsHandle>
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

function WindowList<Row extends { id: string }>({
  label,
  list,
  estimate,
  gap = 12,
  handle,
  children,
}: WindowListProps<Row>) {
  const { rows, hasMore } = list
  const { box, top, virtualizer, items, focusRow, showNew } = useWindowRows<Row, HTMLUListElement>(list, {
    estimate,
    gap,
  })
  useImperativeHandle(handle, () => ({ focusRow }), [focusRow])
  return (
    <>
      {list.key && <NewRows of={list.key} label={label} onShow={showNew} />}
      <ul
        ref={box}
        tabIndex={-1}
        aria-label={label}
        className="relative outline-none"
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
      <MoreRows list={list} />
    </>
  )
}

/** Memoised: scrolling moves rows without rendering them again. */
const Row = memo(function Row<T>({ row, render }: { row: T; render: (row: T) => ReactNode }) {
  return render(row)
}) as <T>(props: { row: T; render: (row: T) => ReactNode }) => ReactNode

/** Below rows that load further pages by themselves. */
export function MoreRows({
  list: { hasMore, failed, more },
}: {
  list: Pick<PagedRows<unknown>, 'hasMore' | 'failed' | 'more'>
}) {
  if (!hasMore) return null
  return (
    <div className="flex min-h-20 items-center justify-center">
      {failed ? (
        <Button variant="outline" onClick={more}>
          Show more
        </Button>
      ) : (
        <LoaderCircle className="size-5 animate-spin text-ink-soft" aria-label="Loading more" />
      )}
    </div>
  )
}

/** Above a list while its reader is below the first row, and rows have arrived there: it shows them. It takes no place. */
export function NewRows({ of, label, onShow }: { of: string; label: string; onShow: () => void }) {
  const count = useSyncExternalStore(
    waitingCounts.subscribe,
    () => waitingCounts.get().get(of) ?? 0,
    () => 0,
  )
  return (
    <div role="status" className="sticky top-20 z-10 flex h-0 justify-center print:hidden">
      {count > 0 && (
        <Button
          icon={ArrowUp}
          size="sm"
          className="animate-rise rounded-full tabular-nums shadow-high"
          onClick={onShow}
        >
          {texts.show(count)}
          <span className="sr-only">: {label}</span>
        </Button>
      )}
    </div>
  )
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
