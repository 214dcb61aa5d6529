import type { EventRowView, EventsView } from '@jaanch/operations/events/api'
import { expect, it } from 'vitest'
import { addNewer, addOlder, showFresh, startFeed } from './event-feed'

/** Events from the newest to the oldest position. */
function page(newest: number, oldest: number, next: number | null): EventsView {
  const events: EventRowView[] = []
  for (let position = newest; position >= oldest; position -= 1) {
    const at = '2026-11-21T04:20:11.123Z'
    events.push({ position, at, type: 'BookingPlaced', streamId: 'booking-1', version: 1, actor: 'admin:1' })
  }
  return { events, looked: { from: oldest, to: newest }, next }
}

const positions = (rows: readonly EventRowView[]) => rows.map(({ position }) => position)

it('the events that a reader sees grow below by older pages and above by fresh events, which wait until they are shown', () => {
  const start = startFeed(page(10, 8, 8))
  const older = addOlder(start, page(7, 6, null))
  expect(positions(older.rows)).toEqual([10, 9, 8, 7, 6])
  const newer = addNewer(addNewer(older, page(12, 11, null)), page(13, 13, null))
  expect(positions(newer.rows)).toEqual([10, 9, 8, 7, 6])
  expect(newer).toMatchObject({ newest: 13, oldest: 6, next: null })
  const shown = showFresh(newer)
  expect(positions(shown.rows)).toEqual([13, 12, 11, 10, 9, 8, 7, 6])
  expect(showFresh(shown)).toBe(shown)
})

it('the events that a reader sees are replaced when more came than a page holds, and continue below it', () => {
  const feed = addNewer(startFeed(page(10, 8, 8)), page(500, 401, 401))
  expect(feed).toMatchObject({ newest: 500, gap: 401 })
  const shown = showFresh(feed)
  expect(positions(shown.rows).at(-1)).toBe(401)
  expect(shown).toMatchObject({ next: 401, oldest: 401, fresh: [], gap: null })
})

it('the events that a reader sees are bounded while the log is followed, and so are those that wait', () => {
  let feed = startFeed(page(100, 1, null))
  for (let end = 200; end <= 600; end += 100) feed = showFresh(addNewer(feed, page(end, end - 99, null)))
  expect(feed.rows).toHaveLength(200)
  expect(feed).toMatchObject({ next: 401, oldest: 401, newest: 600 })
  for (let end = 700; end <= 1_000; end += 100) feed = addNewer(feed, page(end, end - 99, null))
  expect(feed.fresh).toHaveLength(200)
  expect(feed.gap).toBe(801)
  expect(showFresh(feed)).toMatchObject({ next: 801, newest: 1_000 })
})

it('the events that a reader sees of an empty log begin with its first event', () => {
  const feed = addNewer(startFeed({ events: [], looked: null, next: null }), page(2, 1, null))
  expect(positions(showFresh(feed).rows)).toEqual([2, 1])
})
