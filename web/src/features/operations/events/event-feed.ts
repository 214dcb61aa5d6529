import type { EventRowView, EventsView } from '@jaanch/contracts/http/operations/events'

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

export const pageSize = 100
/** Rows that are in the page at the most */
export const maxRows = 500
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
