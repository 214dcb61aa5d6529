import type { BookingSummary } from '@jaanch/booking/booking'
import { bookingDecider, summaryAt } from '@jaanch/booking/decider'
import type { BookingEvent } from '@jaanch/booking/events'
import { accept } from '@jaanch/contracts/decider'
import { commandHandler } from '@jaanch/eventlog/command-handler'
import { parseStreamId, type Recorded } from '@jaanch/eventlog/events'
import { appendIdOf } from '@jaanch/eventlog/idempotency'
import { readStreamOf } from '@jaanch/eventlog/read'
import { type HandlerContext, originOf, react } from '@jaanch/eventlog/work/handler'
import { onTimer, type TimerServices, timerSetter } from '@jaanch/eventlog/work/timers'
import { batchCallsOf } from '@jaanch/platform/share-calls'
import type pg from 'pg'
import { lateTimer, promisesConsumer } from '../consumers.ts'
import type { ReportExpected } from './report-forecast.ts'
import type { ReportForecasts } from './report-forecasts.ts'
import { reportedAt } from './stages.ts'

/** The times that were told about a report: half of such reports are there by `likelyBy`, nine of ten by `latestBy`. */
type Promised = {
  bookingId: string
  labPartnerId: string | null
  promisedAt: string
  likelyBy: string
  latestBy: string
}

/** Stores a promise, the first one of a booking */
const storePromise = batchCallsOf(async (pool: pg.Pool, promises: Promised[]) => {
  await pool.query({
    name: 'store promises',
    text: `insert into report_promises (booking_id, lab_partner_id, promised_at, likely_by, latest_by)
           select distinct on (p."bookingId") p."bookingId", p."labPartnerId", p."promisedAt", p."likelyBy", p."latestBy"
             from jsonb_to_recordset($1) as p ("bookingId" uuid, "labPartnerId" uuid, "promisedAt" timestamptz,
                  "likelyBy" timestamptz, "latestBy" timestamptz)
           on conflict (booking_id) do nothing`,
    values: [JSON.stringify(promises)],
  })
  return promises.map(() => undefined)
})

/** Stores when the report of a booking came, if something was promised about it */
const keepPromise = batchCallsOf(
  async (pool: pg.Pool, reports: { bookingId: string; reportedAt: string }[]) => {
    await pool.query({
      name: 'keep promises',
      // if a batch has the completion and the release, the later event counts
      text: `update report_promises p set reported_at = r."reportedAt"
               from (select distinct on ("bookingId") * from rows from (
                      jsonb_to_recordset($1) as ("bookingId" uuid, "reportedAt" timestamptz)) with ordinality
                      as r ("bookingId", "reportedAt", n) order by "bookingId", n desc) r
              where p.booking_id = r."bookingId"`,
      values: [JSON.stringify(reports)],
    })
    return reports.map(() => undefined)
  },
)

/** Deletes what was told about the report of a booking, if something was */
const removePromise = batchCallsOf(async (pool: pg.Pool, bookingIds: string[]) => {
  await pool.query({
    name: 'remove promises',
    text: 'delete from report_promises where booking_id = any ($1::uuid[])',
    values: [bookingIds],
  })
  return bookingIds.map(() => undefined)
})

const setTimer = timerSetter(lateTimer, 'do nothing')

/**
 * Stores what is told about the report when the sample is collected, and when the report came. A repeat stores the same: the first promise
 * stays, and events of a stream are handled in order. Nothing is measured of a cancelled booking.
 */
export const measurePromise = react(
  promisesConsumer,
  async (
    event,
    { forecasts, leasePool, announceTimer }: TimerServices & { forecasts: ReportForecasts },
    readHistory,
  ) => {
    const booking = summaryAt(readHistory() as readonly Recorded<BookingEvent>[], event.position)
    if (!booking) return
    const { bookingId, labPartnerId } = booking
    if (event.type === 'BookingCancelled') return removePromise(leasePool, bookingId)
    if (event.type !== 'SampleCollectionStarted') {
      const at = reportedAt(booking)
      // a later version is no report that somebody waits for
      if (at !== null && (booking.report?.version ?? 1) === 1)
        await keepPromise(leasePool, { bookingId, reportedAt: at })
      return
    }
    const expected = expectedOf(booking, await forecasts.read(), event.at)
    if (!expected) return
    const { likelyBy, latestBy } = expected
    const promisedAt = event.at.toISOString()
    await storePromise(leasePool, { bookingId, labPartnerId, promisedAt, likelyBy, latestBy })
    const timer = { streamId: event.streamId, dueAt: new Date(latestBy), after: event.position }
    await setTimer({ leasePool, announceTimer }, timer)
  },
)

type Forecast = Awaited<ReturnType<ReportForecasts['read']>>

function expectedOf(booking: BookingSummary, forecast: Forecast, now: Date): ReportExpected | null {
  const tests = booking.lines.map(({ packageId }) => packageId)
  return forecast.of(booking, booking.labPartnerId, tests, now)
}

const bookings = commandHandler(bookingDecider)

/**
 * Records that a report is later than it was told, once for each booking. It fires again at the time that was told since, if the next
 * step of the booking brought a later one.
 */
export const tellLate = onTimer(
  lateTimer,
  async (
    { id, streamId, after },
    { forecasts, ...context }: HandlerContext & { forecasts: ReportForecasts },
    now,
  ) => {
    const bookingId = parseStreamId('booking', streamId)
    if (bookingId === undefined) throw new Error(`The report of ${streamId}, which is no booking`)
    const history = await readStreamOf(context.pool, 'booking', bookingId)
    const booking = summaryAt(history, Number.POSITIVE_INFINITY)
    const expected = booking && expectedOf(booking, await forecasts.read(), now)
    if (!expected) return undefined
    if (!expected.isLate) return { dueAt: new Date(Date.parse(expected.latestBy) + 1_000), after }
    const cause = history.find((event: BookingEvent & { position: number }) => event.position === after)
    const origin = cause ? originOf(promisesConsumer, cause) : { actor: 'system:promises' }
    const { refused } = await bookings.handle(
      context,
      { id: bookingId, known: history, ...origin, appendId: appendIdOf('timers', id) },
      (state) =>
        state.status === 'none'
          ? accept()
          : bookingDecider.decide(state, { type: 'delayReport', expectedBy: expected.latestBy }, now),
    )
    if (refused) context.log.info({ timerId: id, streamId, refused }, 'the report is not awaited any more')
    return undefined
  },
)
