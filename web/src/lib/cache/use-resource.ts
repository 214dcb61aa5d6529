import useSWR, { type BareFetcher } from 'swr'
import type { Path, Query, ResponseAt } from '../http/contract'
import { urlOf } from '../http/url'
import { keepIdle } from './idle-keys'
import { useMounted } from './mounted'
import { fetchKeyOrEmpty } from './swr-config'

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

/** The response of a GET in the contracts' table, cached. No request for a null path. */
export function useResource<P extends Path>(
  path: P | null,
  { params, query, on401 = 'throw', keepsPrevious = false, refreshMs }: Options = {},
) {
  const key = path && urlOf(path, params, query)
  useMounted(key, keepIdle)
  const { data, error, mutate } = useSWR<ResponseAt<'GET', P>>(key, {
    ...(on401 === 'empty' && { fetcher: fetchKeyOrEmpty as BareFetcher<ResponseAt<'GET', P>> }),
    keepPreviousData: keepsPrevious,
    ...(refreshMs && { refreshInterval: refreshMs, revalidateIfStale: true }),
  })
  const loading = key !== null && data === undefined && !error
  const known = (data ?? undefined) as ResponseAt<'GET', P> | undefined
  return { key, data: known, error: error as unknown, loading, mutate }
}

/** A list; one that fails to load is logged and shown empty (specification, section 8). */
export function useList<P extends Path>(path: P | null, options: Options = {}) {
  const resource = useResource(path, options)
  type Rows = ResponseAt<'GET', P> extends readonly (infer Row)[] ? readonly Row[] : never
  return { ...resource, rows: (resource.data ?? []) as readonly unknown[] as Rows }
}
