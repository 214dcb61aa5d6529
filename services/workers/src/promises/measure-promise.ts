import type { BookingSummary } from '@jaanch/contracts/booking'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { summarise } from '@jaanch/domain/booking/evolve'
import type { ReportExpected } from '@jaanch/domain/forecast/report-forecast'
import { reportedAt } from '@jaanch/domain/forecast/stages'
import type { ReportForecasts } from '@jaanch/storage/report-forecasts'
import type { AnnounceTimer } from '../engine/job-announcer.ts'
import type { Handler } from '../engine/work/handler.ts'
import type { SetLateTimer } from './late-timers.ts'
import { reportLate } from './late-timers.ts'
import type { PromiseRows } from './promise-rows.ts'

type Parts = {
  forecasts: ReportForecasts
  rows: PromiseRows
  setTimer: SetLateTimer
  announceTimer: AnnounceTimer
}

/**
 * Stores what is told about the report when the sample is collected, and when the report came. A repeat stores the same: the first promise
 * stays, and events of a stream are handled in order. Nothing is measured of a cancelled booking.
 */
export function measurePromise({ forecasts, rows, setTimer, announceTimer }: Parts): Handler<'promises'> {
  return async (event, _context, readHistory) => {
    const booking = foldUpTo(readHistory() as readonly Recorded<BookingEvent>[], event.position)
    if (!booking) return
    const { bookingId, labPartnerId } = booking
    if (event.type === 'BookingCancelled') return rows.remove(bookingId)
    if (event.type !== 'SampleCollectionStarted') {
      const at = reportedAt(booking)
      // a later version is no report that somebody waits for
      if (at !== null && (booking.report?.version ?? 1) === 1) await rows.keep({ bookingId, reportedAt: at })
      return
    }
    const expected = expectedOf(booking, await forecasts.read(), event.at)
    if (!expected) return
    const { likelyBy, latestBy } = expected
    await rows.store({ bookingId, labPartnerId, promisedAt: event.at.toISOString(), likelyBy, latestBy })
    const dueAt = new Date(latestBy)
    const timerId = await setTimer({ streamId: event.streamId, dueAt, after: event.position })
    if (timerId) announceTimer(reportLate, timerId, dueAt)
  }
}

type Forecast = Awaited<ReturnType<ReportForecasts['read']>>

export function expectedOf(booking: BookingSummary, forecast: Forecast, now: Date): ReportExpected | null {
  const tests = booking.lines.map(({ packageId }) => packageId)
  return forecast.of(booking, booking.labPartnerId, tests, now)
}

/** @returns the booking after the event at a position */
export function foldUpTo(
  history: readonly Recorded<BookingEvent>[],
  position: number,
): BookingSummary | undefined {
  return history
    .filter((event) => event.position <= position)
    .reduce<BookingSummary | undefined>(summarise, undefined)
}
