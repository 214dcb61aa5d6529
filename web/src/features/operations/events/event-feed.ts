import type { EventRowView, EventsView } from '@jaanch/operations/events/api'
import { useCallback, useEffect, useRef, useState } from 'react'
import { serverText } from '@/lib/http/api-error'
import { call } from '@/lib/http/call'
import { useOperations } from '../parts'
import { texts } from './texts'

/** The rows that a reader sees, and those that have come since. */
export type EventFeed = {
  rows: readonly EventRowView[]
  /** Newer than the rows, but not shown yet */
  fresh: readonly EventRowView[]
  /** If there are events between the fresh ones and the rows: where to continue below the fresh ones */
  gap: number | null
  /** `before` of the next page of older events; null at the end of the log */
  next: number | null
  /** The oldest and the newest position that were looked at; 0 for none */
  oldest: number
  newest: number
}

const pageSize = 100

/** Rows that are in the page at the most */
const maxRows = 500

/** While the log is followed, the oldest rows make room for new ones */
const maxFollowed = 200

const maxFresh = 200

/** @param before the position before which the page was asked for */
export function startFeed(page: EventsView, before = 0): EventFeed {
  return {
    rows: page.events,
    fresh: [],
    gap: null,
    next: page.next,
    oldest: page.looked?.from ?? 0,
    newest: page.looked?.to ?? Math.max(0, before - 1),
  }
}

export function addOlder(feed: EventFeed, page: EventsView): EventFeed {
  return {
    ...feed,
    rows: [...feed.rows, ...page.events],
    next: page.next,
    oldest: page.looked?.from ?? feed.oldest,
  }
}

/** Adds the events after `feed.newest`, which are not shown yet. */
export function addNewer(feed: EventFeed, page: EventsView): EventFeed {
  const newest = Math.max(feed.newest, page.looked?.to ?? 0)
  // so many came at once that the page does not reach the earlier ones
  if (page.next !== null) return { ...feed, newest, fresh: page.events, gap: page.next }
  const fresh = [...page.events, ...feed.fresh]
  if (fresh.length <= maxFresh) return { ...feed, newest, fresh }
  const kept = fresh.slice(0, maxFresh)
  return { ...feed, newest, fresh: kept, gap: kept.at(-1)?.position ?? null }
}

export function showFresh(feed: EventFeed): EventFeed {
  const { fresh, gap } = feed
  if (fresh.length === 0 && gap === null) return feed
  const rows = (gap === null ? [...fresh, ...feed.rows] : [...fresh]).slice(0, maxFollowed)
  const isCut = gap === null && rows.length < fresh.length + feed.rows.length
  const end = isCut ? (rows.at(-1)?.position ?? null) : gap
  return {
    ...feed,
    rows,
    fresh: [],
    gap: null,
    ...(end !== null && { next: end, oldest: end }),
  }
}

type Options = {
  filter: EventFilter
  isPaused: boolean
  /** Holds new events back, so that nothing moves */
  isReading: boolean
}

/** The newest events that match, followed as the log grows; older ones page by page. */
export function useEventFeed({ filter, isPaused, isReading }: Options) {
  const [feed, setFeed] = useState<EventFeed | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isLoading, setLoading] = useState(false)
  /** Older rows than the newest page are shown, in place of it */
  const [isBack, setBack] = useState(false)
  const generation = useRef(0)
  const isFollowing = useRef(false)
  const head = useOperations().data?.head ?? 0

  const load = useCallback(
    async (before?: number) => {
      generation.current += 1
      const own = generation.current
      setLoading(true)
      setBack(before !== undefined)
      try {
        const page = await listEvents(filter, { limit: pageSize, ...(before !== undefined && { before }) })
        if (own !== generation.current) return
        setFeed(startFeed(page, before))
        setError(null)
      } catch (problem) {
        if (own !== generation.current) return
        setFeed(null)
        setError(serverText(problem) ?? texts.feed.failed)
      }
      setLoading(false)
    },
    [filter],
  )

  useEffect(() => {
    void load()
    return () => {
      generation.current += 1
    }
  }, [load])

  const newest = feed?.newest
  const follows = !isPaused && !isBack && filter.to === ''
  useEffect(() => {
    if (!follows || newest === undefined || head <= newest) return
    if (isFollowing.current) return
    isFollowing.current = true
    const own = generation.current
    listEvents(filter, { limit: pageSize, after: newest })
      .then((page) => {
        if (own === generation.current) setFeed((feed) => feed && addNewer(feed, page))
      })
      // the next growth of the log tries again
      .catch((problem) => console.error('Could not load new events', problem))
      .finally(() => {
        isFollowing.current = false
      })
  }, [follows, newest, head, filter])

  const reveal = useCallback(() => setFeed((feed) => feed && showFresh(feed)), [])
  const hasFresh = feed !== null && feed.fresh.length > 0
  useEffect(() => {
    if (hasFresh && !isReading && !isPaused) reveal()
  }, [hasFresh, isReading, isPaused, reveal])

  async function more() {
    if (!feed || feed.next === null || isLoading) return
    if (feed.rows.length >= maxRows) return load(feed.next)
    const own = generation.current
    setLoading(true)
    try {
      const page = await listEvents(filter, { limit: pageSize, before: feed.next })
      if (own === generation.current) setFeed((feed) => feed && addOlder(feed, page))
      setError(null)
    } catch (problem) {
      setError(serverText(problem) ?? texts.feed.failed)
    }
    setLoading(false)
  }

  return { feed, error, isLoading, isBack, more, reveal, reload: load }
}

/** '' does not filter. `stream` is an id or its beginning; `from` and `to` are instants */
export type EventFilter = { type: string; stream: string; actor: string; from: string; to: string }

/** A page of events before or after a position, newest first. */
function listEvents(filter: EventFilter, page: { limit: number; before?: number; after?: number }) {
  return call('GET', '/api/operations/events', { query: { ...filter, ...page } })
}
