import { useCallback, useState } from 'react'
import useSWR from 'swr'
import type { Path, Query } from '../http/contract'
import { hasNextPage, hasPreviousPage, loadNextPage, loadPreviousPage } from './list-pages'
import { live, waitingKey } from './live-cache'
import { type Source, useList } from './use-resource'

/**
 * A paged list: its first page, and `more` which appends the next page while `hasMore` is true. A list that is read in parts
 * (list-window.ts) has `previous` for the page above its first row.
 */
export function usePages<P extends Path>(source: Source<P> | null, query: Query = {}) {
  const list = useList(source, { query: { limit: 100, ...query } })
  const { key } = list
  const [failed, setFailed] = useState(false)

  const load = useCallback((from: string, page: typeof loadNextPage) => {
    setFailed(false)
    page(from).catch((error) => {
      console.error(`Could not load more of ${from}`, error)
      setFailed(true)
    })
  }, [])
  const more = useCallback(() => {
    if (key && hasNextPage(key)) load(key, loadNextPage)
  }, [key, load])
  const previous = useCallback(() => {
    if (key && hasPreviousPage(key)) load(key, loadPreviousPage)
  }, [key, load])

  const hasMore = key !== null && hasNextPage(key)
  return { ...list, more, previous, hasMore, hasPrevious: key !== null && hasPreviousPage(key), failed }
}

/** How many rows have arrived above the first one and wait. */
export function useWaitingRows(key: string): number {
  return useSWR(waitingKey(key), () => live.waitingCount(key)).data ?? 0
}
