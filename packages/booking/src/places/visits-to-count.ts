import { istDate } from '@jaanch/contracts/calendar'
import { streamId } from '@jaanch/eventlog/events/streams'
import pg from 'pg'
import type { BookingSummary } from '../booking.ts'
import { keptFor } from '../visit/place-change.ts'
import { slotsOf } from '../visit/visit.ts'

/** Visits that are counted when a lab declares, the nearest first: each costs 0.1 ms while nothing else is appended */
const most = 2_000

type Row = { upto: number; booking: BookingSummary | null }

/**
 * The statement that counts the visits which a lab has already, from today on, when it declares for the first time: `count_visits`.
 * It fails, see `haveVisitsChanged`, if they have changed since this call.
 * @throws AppError of the read barrier
 */
export async function countVisitsSql(
  {
    logDb,
    barrier,
    now,
  }: { logDb: pg.Pool; barrier: { pass(): Promise<{ generation: number }> }; now: () => Date },
  labPartnerId: string,
): Promise<string> {
  const { generation } = await barrier.pass()
  const { rows } = await logDb.query<Row>(
    // one snapshot: what the log has after `upto` is looked at with its lock
    `select g.position as upto, b.data as booking
       from read_generations g
       left join lateral (
         select data from read_${generation}.bookings
          where lab_partner_id = $1 and collection_date >= $2 and status <> 'cancelled'
          order by collection_date, id limit ${most}) b on true
      where g.generation = ${generation}`,
    [labPartnerId, istDate(now())],
  )
  const visits = visitsOf(
    rows.flatMap(({ booking }) => booking ?? []),
    now(),
  )
  const [lab, list] = [labPartnerId, JSON.stringify(visits)].map(pg.escapeLiteral)
  return `select count_visits(${lab}, ${list}, ${rows[0]?.upto ?? 0})`
}

/** @returns the parameter of `count_visits`: visits without a place of their own. Slots: `slotNumber` */
function visitsOf(bookings: readonly BookingSummary[], now: Date) {
  const visits = Map.groupBy(bookings, ({ visitId }) => visitId)
  return [...visits].flatMap(([visit, members]) => {
    const [first] = members
    // an instant visit was to be made in the first slot that was possible; there is none in the night
    const slot = first && slotsOf({ ...first, place: null }, new Date(first.createdAt))[0]
    if (!slot || members.some(({ place }) => place !== null)) return []
    const { until } = keptFor(first, now)
    if (until !== undefined && until <= now.toISOString()) return []
    const seen = members.map(({ bookingId, position }) => [streamId('booking', bookingId), position])
    return [{ visit, bookings: members.length, ...slot, until, seen: Object.fromEntries(seen) }]
  })
}
