import { visibleBookings } from '@jaanch/booking/policies'
import { istDate } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import { orderStops } from '@jaanch/pincodes/order-stops'
import { serveRead } from '@jaanch/platform/http/served'
import { passBarrier, readTable } from '@jaanch/platform/reads/read-tables'
import type { ReadQueries } from '@jaanch/platform/reads/replicas'
import { sql } from 'slonik'
import { z } from 'zod'
import { custodyCalls } from '../api.ts'

/** More than one collector visits on a day */
const mostBookings = 100

const visitRow = z.object({
  visitId: z.uuid(),
  date: z.string(),
  collectorId: z.uuid().nullable(),
  collector: z.string().nullable(),
  labPartnerId: z.uuid().nullable(),
  labPincode: z.string().nullable(),
})
const stopRow = z.object({
  visitId: z.uuid(),
  time: z.string().nullable(),
  pincode: z.string().nullable(),
  hasArrived: z.boolean(),
  isDone: z.boolean(),
})
type VisitRow = z.output<typeof visitRow>
type StopRow = z.output<typeof stopRow>

/** A customer learns a first name and a count of the collector's other visits, and nothing of whom they are for. */
export const getApproach = serveRead(
  custodyCalls.getApproach,
  async ({ params: { id }, caller, reply }, { barrier, replicas, now }) => {
    const view = await passBarrier({ barrier, replicas }, reply)
    const visit = await view.reads.maybeOne(sql.type(visitRow)`
      select b.visit_id, b.collection_date::text as date, c.id as collector_id, c.name as collector,
             b.lab_partner_id, l.pincode as lab_pincode
        from ${readTable(view, 'bookings')} b
        left join lab_partners l on l.id = b.lab_partner_id
        left join users c on c.id = (b.data->>'collectorId')::uuid and c.is_active and c.ended_at is null
       where b.id = ${id} and ${visibleBookings(caller)}`)
    if (!visit) throw new AppError('not-found')
    const { collector, collectorId, date } = visit
    if (collectorId === null || collector === null)
      return { collector: null, visitsBefore: null, hasArrived: false }
    const stops = await readStops(view.reads, view, visit)
    const isToday = date === istDate(now())
    return {
      collector: collector.trim().split(/\s+/)[0] ?? collector,
      visitsBefore: isToday ? visitsBefore(stops, visit) : null,
      hasArrived: stops.some(({ visitId, hasArrived }) => visitId === visit.visitId && hasArrived),
    }
  },
)

/** The people whom the collector visits on that day, in the order in which the round is given to its phone */
function readStops(
  db: ReadQueries,
  view: { generation: number },
  { labPartnerId, date, collectorId }: VisitRow,
): Promise<readonly StopRow[]> {
  return db.any(sql.type(stopRow)`
    select b.visit_id, nullif(b.visit_time, '') as time, d.address->>'pincode' as pincode,
           b.data #>> '{custody,arrived,at}' is not null as has_arrived,
           b.status not in ('pending', 'pending_customer_confirmation', 'confirmed')
             or b.data #>> '{custody,outcome,at}' is not null as is_done
      from ${readTable(view, 'bookings')} b
      left join booking_details d on d.booking_id = b.id
     where b.lab_partner_id = ${labPartnerId} and b.collection_date = ${date}::date
       and b.status <> 'cancelled' and b.data->>'collectorId' = ${collectorId}
     order by b.visit_time, b.created_at, b.data->>'familyMemberId' is not null, b.id limit ${mostBookings}`)
}

/** @returns null until the collector has been somewhere */
function visitsBefore(
  stops: readonly StopRow[],
  { visitId, labPincode }: Pick<VisitRow, 'visitId' | 'labPincode'>,
): number | null {
  if (!stops.some(({ hasArrived, isDone }) => hasArrived || isDone)) return null
  const visits = [...Map.groupBy(stops, (stop) => stop.visitId).values()].map((people) => ({
    ...(people[0] as StopRow),
    isDone: people.every(({ isDone }) => isDone),
  }))
  const ordered = orderStops(visits, labPincode)
  const before = ordered.slice(
    0,
    ordered.findIndex((each) => each.visitId === visitId),
  )
  return before.filter(({ isDone }) => !isDone).length
}
