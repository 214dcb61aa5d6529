import type { ReactNode } from 'react'
import { SkeletonList } from '@/ui/skeleton'
import { WindowList } from './window-list'

type PagedListProps<Row> = {
  label: string
  list: {
    rows: readonly Row[]
    loading: boolean
    hasMore: boolean
    more: () => void
    failed: boolean
  }
  /** Height of a row in pixels before it is measured */
  estimate: number
  /** Pixels between rows */
  gap?: 8 | 12
  skeletons: { count: number; itemClassName: string }
  /** Shown if there are no rows */
  empty: ReactNode
  children: (row: Row) => ReactNode
}

/** A paged list in all its states: skeletons, the empty state, or a virtual list that loads further pages automatically. */
export function PagedList<Row extends { id: string }>({
  label,
  list: { rows, loading, hasMore, more, failed },
  estimate,
  gap = 12,
  skeletons,
  empty,
  children,
}: PagedListProps<Row>) {
  if (loading) {
    return (
      <SkeletonList
        {...skeletons}
        className={gap === 8 ? 'grid grid-cols-1 gap-2' : 'grid grid-cols-1 gap-3'}
      />
    )
  }
  if (rows.length === 0) return empty
  return (
    <WindowList
      label={label}
      rows={rows}
      estimate={estimate}
      gap={gap}
      hasMore={hasMore}
      onMore={more}
      failed={failed}
    >
      {children}
    </WindowList>
  )
}
