import { useCallback, useEffect, useRef, useState } from 'react'
import { serverText } from '@/lib/http/api-error'
import { type EventFilter, listEvents } from '@/lib/resources/operations/events'
import { useOperations } from '@/lib/resources/operations/now'
import { addNewer, addOlder, type EventFeed, maxRows, pageSize, showFresh, startFeed } from './event-feed'
import { feed as texts } from './texts'

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
        setError(serverText(problem) ?? texts.failed)
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
      setError(serverText(problem) ?? texts.failed)
    }
    setLoading(false)
  }

  return { feed, error, isLoading, isBack, more, reveal, reload: load }
}
