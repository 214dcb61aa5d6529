import { useCallback, useState } from 'react'
import { mutate, SWRConfig } from 'swr'
import { type Answer, send } from '../http/call'
import type { Path, Query } from '../http/contract'
import { live } from './live-cache'
import { useList } from './use-resource'

/** The address of the page behind each list's last row. */
const following = new Map<string, string>()
/** Lists whose next page is on its way */
const asked = new Set<string>()
/** How many rows each list had when a page was last put behind it */
const grown = new Map<string, number>()

/** As many rows as a page may have (the API's limit). */
const mostRows = 500

/**
 * Fetches what is behind a SWR key, and remembers where its list goes on. One that a screen shows and that was grown page by
 * page comes back with at least as many rows: the reader keeps the place.
 */
export async function fetchList<T>(key: string): Promise<Answer<T>> {
  const shown = rowsOf(key)?.length ?? 0
  const wanted = shown && grown.has(key) ? Math.max(grown.get(key) ?? 0, shown) : 0
  if (!wanted) {
    grown.delete(key)
    const answer = await send<T>('GET', key)
    follow(key, answer.next)
    return answer
  }
  const answer = await send<unknown[]>('GET', sized(key, wanted))
  const rows = [...answer.data]
  let { next } = answer
  while (next && rows.length < wanted) {
    const page = await send<unknown[]>('GET', sized(next, wanted - rows.length))
    rows.push(...page.data)
    next = page.next
  }
  next &&= sized(next, Number(limitIn.exec(key)?.[1]))
  follow(key, next)
  // The first page's position is the smallest: what came after it is mended in all of them
  return { data: rows as T, position: answer.position, next }
}

const limitIn = /\blimit=(\d+)/

function sized(url: string, limit: number): string {
  return url.replace(limitIn, `limit=${Math.min(limit, mostRows)}`)
}

function rowsOf(key: string): readonly { id: string }[] | undefined {
  return SWRConfig.defaultValue.cache.get(key)?.data
}

function follow(key: string, next: string | undefined): void {
  if (next) following.set(key, next)
  else following.delete(key)
}

async function loadNext(key: string): Promise<void> {
  const url = following.get(key)
  if (!url) return
  const answer = await send<{ id: string }[]>('GET', url)
  // before its rows are shown: who sees them may ask for more at once
  asked.delete(key)
  // fetched anew meanwhile: this page is no longer its next one
  if (following.get(key) !== url) return
  const rows = rowsOf(key) ?? []
  if (!live.append(key, answer)) {
    if (live.tracks(key)) return
    const known = new Set(rows.map(({ id }) => id))
    void mutate(key, [...rows, ...answer.data.filter(({ id }) => !known.has(id))], { revalidate: false })
  }
  grown.set(key, rows.length + answer.data.length)
  follow(key, answer.next)
}

/** A list that goes on: its first page, and `more` for the next, until there is none. */
export function usePages<P extends Path>(path: P | null, query: Query = {}) {
  const list = useList(path, { query: { limit: 100, ...query } })
  const { key } = list
  const [failed, setFailed] = useState(false)

  const more = useCallback(() => {
    if (!key || asked.has(key) || !following.has(key)) return
    setFailed(false)
    asked.add(key)
    loadNext(key).catch((error) => {
      asked.delete(key)
      console.error(`Could not load more of ${key}`, error)
      setFailed(true)
    })
  }, [key])

  return { ...list, more, hasMore: key !== null && following.has(key), failed }
}
