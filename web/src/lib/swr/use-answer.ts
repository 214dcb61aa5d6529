import useSWR from 'swr'
import type { AnswerAt, Path, Query } from '../api/contract'
import { urlOf } from '../api/url'
import { useMounted } from './mounted'

type Options = {
  params?: { id: string }
  query?: Query
  /** Of a list: how many answers to join */
  pages?: number
  /** Shows the last answer until the next one is here: for a list that grows */
  growing?: boolean
}

/** What a GET of the contracts' table answers, from the cache. A null path asks nothing. */
export function useAnswer<P extends Path>(
  path: P | null,
  { params, query, pages = 1, growing = false }: Options = {},
) {
  const url = path && urlOf(path, params, query)
  const key = url && pages > 1 ? `${url}#${pages}` : url
  useMounted(key)
  const { data, error, mutate } = useSWR<AnswerAt<'GET', P>>(key, { keepPreviousData: growing })
  return { key, data, error: error as unknown, loading: key !== null && data === undefined && !error, mutate }
}

/** A list. One that fails to load is logged and shown empty (specification, section 8). */
export function useList<P extends Path>(path: P | null, options: Options = {}) {
  const answer = useAnswer(path, options)
  type Rows = AnswerAt<'GET', P> extends readonly (infer Row)[] ? readonly Row[] : never
  return { ...answer, rows: (answer.data ?? []) as readonly unknown[] as Rows }
}
