import useSWR, { type BareFetcher, SWRConfig } from 'swr'
import type { Path, Query, ResponseAt } from '../http/contract'
import { urlOf } from '../http/url'
import type { LiveRule } from '../live/live-rule'
import { forgetPages } from './list-pages'
import { forgetKey } from './live-cache'
import { isMounted, useMounted } from './mounted'
import { fetchKey, fetchKeyOrEmpty } from './swr-config'

/** A GET with how live changes affect its answer. A path alone stands for one that they do not affect. */
export type LiveQuery<P extends Path> = { path: P; rule: LiveRule }
export type Source<P extends Path> = P | LiveQuery<P>

export function liveQuery<P extends Path>(path: P, rule: LiveRule): LiveQuery<P> {
  return { path, rule }
}

type Options = {
  params?: { id: string }
  query?: Query
  /** 'empty': a 401 gives no data and no error */
  on401?: 'throw' | 'empty'
  /** Shows the data of the previous key until that of the new one is there */
  keepsPrevious?: boolean
  /** Fetches again after so many ms while it is shown, and cached data once they are shown again: for what is not pushed */
  refreshMs?: number | undefined
}

/** The response of a GET in the contracts' table, cached. No request for null. */
export function useResource<P extends Path>(
  source: Source<P> | null,
  { params, query, on401 = 'throw', keepsPrevious = false, refreshMs }: Options = {},
) {
  const { path, rule } = typeof source === 'object' ? (source ?? { path: null }) : { path: source }
  const key = path && urlOf(path, params, query)
  useMounted(key, keepIdle)
  const { data, error, mutate } = useSWR<ResponseAt<'GET', P>>(key, {
    ...((rule || on401 === 'empty') && {
      fetcher: fetcherOf(rule, on401) as BareFetcher<ResponseAt<'GET', P>>,
    }),
    keepPreviousData: keepsPrevious,
    ...(refreshMs && { refreshInterval: refreshMs, revalidateIfStale: true }),
  })
  const loading = key !== null && data === undefined && !error
  const known = (data ?? undefined) as ResponseAt<'GET', P> | undefined
  return { key, data: known, error: error as unknown, loading, mutate }
}

function fetcherOf(rule: LiveRule | undefined, on401: 'throw' | 'empty') {
  return (key: string) => (on401 === 'empty' ? fetchKeyOrEmpty(key, rule) : fetchKey(key, rule))
}

/** A list; one that fails to load is logged and shown empty (specification, section 8). */
export function useList<P extends Path>(source: Source<P> | null, options: Options = {}) {
  const resource = useResource(source, options)
  type Rows = ResponseAt<'GET', P> extends readonly (infer Row)[] ? readonly Row[] : never
  return { ...resource, rows: (resource.data ?? []) as readonly unknown[] as Rows }
}

/** Each search text, filter and opened booking is a key. Changes are applied to every cached list, so they must not pile up. */
const maxIdleKeys = 50

/** Keys that no component shows, the one that was shown first comes first */
const idleKeys = new Set<string>()

/** Keeps the data of a key that no component shows any more, for a return to it, and soon drops that of the oldest ones. */
function keepIdle(key: string): void {
  idleKeys.delete(key)
  idleKeys.add(key)
  // Later: the keys of the next screen, which may be the oldest ones, are not mounted yet when those of the last one unmount.
  setTimeout(dropOldest)
}

function dropOldest(): void {
  for (const oldest of idleKeys) {
    if (idleKeys.size <= maxIdleKeys) return
    idleKeys.delete(oldest)
    if (isMounted(oldest)) continue
    forgetKey(oldest)
    forgetPages(oldest)
    SWRConfig.defaultValue.cache.delete(oldest)
  }
}
