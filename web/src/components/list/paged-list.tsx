import { ArrowUp, LoaderCircle } from 'lucide-react'
import { memo, type ReactNode, type Ref, useImperativeHandle, useSyncExternalStore } from 'react'
import { waitingCounts } from '@/lib/cache/live-cache'
import { maxWaitingRows } from '@/lib/live/waiting-rows'
import { Button } from '@/ui/button'
import { SkeletonList } from '@/ui/skeleton'
import { type PagedRows, useWindowRows } from './use-window-rows'

const texts = {
  show: (count: number) => `${count > maxWaitingRows ? `More than ${maxWaitingRows}` : count} new, Show`,
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
