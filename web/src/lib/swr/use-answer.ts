import useSWR from 'swr'
import type { AnswerAt, Path, Query } from '../api/contract'
import { urlOf } from '../api/url'
import { useMounted } from './mounted'

type Options = { params?: { id: string }; query?: Query }

/** What a GET of the contracts' table answers, from the cache. A null path asks nothing. */
export function useAnswer<P extends Path>(path: P | null, { params, query }: Options = {}) {
  const key = path && urlOf(path, params, query)
  useMounted(key)
  const { data, error, mutate } = useSWR<AnswerAt<'GET', P>>(key)
  return { key, data, error: error as unknown, loading: key !== null && data === undefined && !error, mutate }
}

/** A list. One that fails to load is logged and shown empty (specification, section 8). */
export function useList<P extends Path>(path: P | null, options: Options = {}) {
  const answer = useAnswer(path, options)
  type Rows = AnswerAt<'GET', P> extends readonly (infer Row)[] ? readonly Row[] : never
  return { ...answer, rows: (answer.data ?? []) as readonly unknown[] as Rows }
}
