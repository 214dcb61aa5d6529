import { useCallback, useState } from 'react'
import type { Path, Query } from '../http/contract'
import { hasNextPage, loadNextPage } from './list-pages'
import { type Source, useList } from './use-resource'

/** A paged list: its first page, and `more` which appends the next page while `hasMore` is true. */
export function usePages<P extends Path>(source: Source<P> | null, query: Query = {}) {
  const list = useList(source, { query: { limit: 100, ...query } })
  const { key } = list
  const [failed, setFailed] = useState(false)

  const more = useCallback(() => {
    if (!key || !hasNextPage(key)) return
    setFailed(false)
    loadNextPage(key).catch((error) => {
      console.error(`Could not load more of ${key}`, error)
      setFailed(true)
    })
  }, [key])

  return { ...list, more, hasMore: key !== null && hasNextPage(key), failed }
}
