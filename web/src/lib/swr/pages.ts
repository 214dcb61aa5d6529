import { useCallback, useState } from 'react'
import { mutate, SWRConfig } from 'swr'
import { type Answer, send } from '../api/call'
import type { Path, Query } from '../api/contract'
import { live } from './live'
import { useList } from './use-answer'

/** The address of the page behind each list's last row. */
const following = new Map<string, string>()
const asked = new Map<string, Promise<void>>()

/** Wraps the GET behind a SWR key: remembers where its list goes on. */
export async function remembering<T>(key: string, load: () => Promise<Answer<T>>): Promise<Answer<T>> {
  const answer = await load()
  follow(key, answer.next)
  return answer
}

function follow(key: string, next: string | undefined): void {
  if (next) following.set(key, next)
  else following.delete(key)
}

async function loadNext(key: string): Promise<void> {
  const url = following.get(key)
  if (!url) return
  const answer = await send<{ id: string }[]>('GET', url)
  // fetched anew meanwhile: this page is no longer its next one
  if (following.get(key) !== url) return
  if (!live.append(key, answer)) {
    if (live.tracks(key)) return
    const rows = (SWRConfig.defaultValue.cache.get(key)?.data ?? []) as { id: string }[]
    void mutate(key, [...rows, ...answer.data], { revalidate: false })
  }
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
    const asking = loadNext(key)
      .catch((error) => {
        console.error(`Could not load more of ${key}`, error)
        setFailed(true)
      })
      .finally(() => asked.delete(key))
    asked.set(key, asking)
  }, [key])

  return { ...list, more, hasMore: key !== null && following.has(key), failed }
}
