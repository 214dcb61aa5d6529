import { commandBooking, identifyBooking } from '@jaanch/booking/command-booking'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { labOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { analyticsDays } from '@jaanch/contracts/kept-for'
import { toPaise, toRupees } from '@jaanch/contracts/money'
import { paymentMethods } from '@jaanch/contracts/vocabulary'
import { serveCall, serveRead } from '@jaanch/platform/http/served'
import { passBarrier, readTable } from '@jaanch/platform/reads/read-tables'
import type { ReadQueries } from '@jaanch/platform/reads/replicas'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { cashCalls, payment, type Takings, taken, unpaid } from './api.ts'

/** Most payments of a lab on one day that are looked at */
const mostPayments = 2_000
/** Most unpaid bookings in an answer, as the API documents it */
const mostDue = 200

// rows have paise where answers have rupees
const paymentRow = payment.extend({ by: z.uuid().nullable() })
const countRow = z.object({
  id: z.number(),
  collectorId: z.uuid(),
  expected: z.number(),
  counted: z.number(),
  countedBy: z.uuid(),
  by: z.string().nullable(),
  at: z.date(),
})
const nameRow = z.object({ id: z.uuid(), name: z.string() })
type CountRow = z.output<typeof countRow>

/** The payments of a day, their cash by collector with what was handed in, and the amounts due from completed bookings. */
export const listCash = serveRead(
  cashCalls.listCash,
  async ({ query: { date }, caller, reply }, { barrier, replicas, db, now }) => {
    const labPartnerId = labOf(caller)
    const view = await passBarrier({ barrier, replicas }, reply)
    const payments = await readPayments(view.reads, view, { labPartnerId, date })
    const isKept = date > addDays(istDate(now()), -analyticsDays)
    const ofMethods = isKept ? await readTaken(view.reads, view, { labPartnerId, date }) : null
    const due = await readDue(view.reads, view, labPartnerId)
    const counts = await readCounts(db, { labPartnerId, date })
    const shown = Map.groupBy(payments.slice(0, mostPayments), ({ by }) => by)
    const people = [...new Set([...shown.keys(), ...counts.map(({ collectorId }) => collectorId)])]
    const names = await readNames(db, labPartnerId, people)
    const takings = people.map((collectorId): Takings => {
      const bookings = shown.get(collectorId) ?? []
      const name = (collectorId && names.get(collectorId)) ?? null
      return {
        collectorId,
        name,
        isCountable: name !== null,
        expected: toRupees(bookings.reduce((sum, { amount }) => sum + amount, 0)),
        bookings: bookings.map(({ by: _, ...booking }) => inRupees(booking)),
        counts: counts.filter((count) => count.collectorId === collectorId).map(presentCount),
      }
    })
    return {
      takings: takings.toSorted((a, b) => (a.name ?? '~').localeCompare(b.name ?? '~')),
      isCut: payments.length > mostPayments,
      taken: ofMethods?.map(inRupees) ?? null,
      due: {
        bookings: due.slice(0, mostDue).map(inRupees),
        isCut: due.length > mostDue,
      },
    }
  },
)

/** Records how much cash a collector handed in of a day, or corrects the last count. @throws AppError not-a-collector, conflict */
export const countCash = serveRead(
  cashCalls.countCash,
  async ({ body, caller, reply }, { barrier, replicas, db }) => {
    const labPartnerId = labOf(caller)
    const { date, collectorId, replaces } = body
    const counted = toPaise(body.counted)
    const view = await passBarrier({ barrier, replicas }, reply)
    const names = await readNames(db, labPartnerId, [collectorId])
    if (!names.has(collectorId)) throw new AppError('not-a-collector')
    const payments = await readPayments(view.reads, view, { labPartnerId, date })
    const expected = payments
      .filter(({ by }) => by === collectorId)
      .reduce((sum, { amount }) => sum + amount, 0)
    const of = { labPartnerId, date, collectorId }
    const [before] = await readCounts(db, of)
    const isRepeated = before?.counted === counted && before.countedBy === caller.userId
    // not a conflict: the answer to the same request was lost
    if (before && before.id !== replaces && isRepeated) return presentCount(before)
    if ((before?.id ?? null) !== replaces) throw new AppError('conflict')
    const { rowCount } = await db.query(sql.unsafe`
      insert into cash_counts (lab_partner_id, collector_id, day, expected, counted, counted_by, replaces)
      values (${labPartnerId}, ${collectorId}, ${date}::date, ${expected}, ${counted}, ${caller.userId}, ${replaces})
      on conflict do nothing`)
    const [count] = await readCounts(db, of)
    if (rowCount === 0 || !count) throw new AppError('conflict')
    return presentCount(count)
  },
)

/** The owner has the money that a collector reported. For a cancelled booking its refund is due. @throws AppError nothing-reported, refund-due, nothing-to-pay */
export const acceptPayment = serveCall(
  cashCalls.acceptPayment,
  async (call, { appender, logDb, readPrepared, now }) =>
    commandBooking(
      { appender, logDb, readPrepared, now },
      await identifyBooking({ logDb }, cashCalls.acceptPayment, call),
      { type: 'acceptPayment' },
    ),
)

function inRupees<Row extends { amount: number }>(row: Row): Row {
  return { ...row, amount: toRupees(row.amount) }
}

/** The instants of a day in India, as they are in `cash_at` */
function boundsOf(date: string): [from: string, to: string] {
  const midnight = (day: string) => new Date(`${day}T00:00:00+05:30`).toISOString()
  return [midnight(date), midnight(addDays(date, 1))]
}

function readPayments(
  db: ReadQueries,
  view: { generation: number },
  { labPartnerId, date }: { labPartnerId: string; date: string },
) {
  const [from, to] = boundsOf(date)
  return db.any(sql.type(paymentRow)`
    select b.id as booking_id, b.data->>'orderNumber' as order_number, b.cash_at as at,
           (b.data->'payment'->>'amount')::float8 as amount, (b.data->'payment'->>'by')::uuid as by
      from ${readTable(view, 'bookings')} b
     where b.lab_partner_id = ${labPartnerId} and b.cash_at >= ${from} and b.cash_at < ${to}
     order by b.cash_at, b.id limit ${mostPayments + 1}`)
}

function readTaken(
  db: ReadQueries,
  view: { generation: number },
  { labPartnerId, date }: { labPartnerId: string; date: string },
) {
  const keys = paymentMethods.map((method) => `${labPartnerId} ${method}`)
  return db.any(sql.type(taken)`
    select split_part(s.key, ' ', 2) as method, s.n::int as payments, s.amount::float8 as amount
      from ${readTable(view, 'statistics')} s
     where s.metric = 'lab-taken' and s.key = any(${sql.array(keys, 'text')}) and s.day = ${date}::date
     order by array_position(${sql.array(keys, 'text')}, s.key)`)
}

/** Amounts due from completed bookings, without tests whose refund is settled */
function readDue(db: ReadQueries, view: { generation: number }, labPartnerId: string) {
  return db.any(sql.type(unpaid)`
    select b.id as booking_id, b.data->>'orderNumber' as order_number, b.data->>'paymentMethod' as method,
           (b.data->>'final')::float8 - coalesce((b.data->'refund'->>'amount')::float8, 0) as amount
      from ${readTable(view, 'bookings')} b
     where b.lab_partner_id = ${labPartnerId} and b.is_unpaid
     order by b.created_at desc, b.id desc limit ${mostDue + 1}`)
}

/** @returns the newest count first */
function readCounts(
  db: CommonQueryMethods,
  { labPartnerId, date, collectorId }: { labPartnerId: string; date: string; collectorId?: string },
): Promise<readonly CountRow[]> {
  const ofCollector = collectorId ? sql.fragment`c.collector_id = ${collectorId}` : sql.fragment`true`
  return db.any(sql.type(countRow)`
    select c.id, c.collector_id, c.expected::float8 as expected, c.counted::float8 as counted, c.counted_by,
           u.name as by, c.at
      from cash_counts c left join users u on u.id = c.counted_by
     where c.lab_partner_id = ${labPartnerId} and c.day = ${date}::date and ${ofCollector}
     order by c.id desc`)
}

function presentCount({ id, expected, counted, by, at }: CountRow): Takings['counts'][number] {
  return {
    id,
    expected: toRupees(expected),
    counted: toRupees(counted),
    countedBy: by,
    at: at.toISOString(),
  }
}

/** @returns the names of people of a lab by id, including people who have left */
async function readNames(
  db: CommonQueryMethods,
  labPartnerId: string,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.any(sql.type(nameRow)`
    select u.id, u.name from users u
     where u.id = any(${sql.array(
       ids.filter((id) => id !== null),
       'uuid',
     )})
       and (u.works_for = ${labPartnerId} or exists (select from lab_partners l where l.id = ${labPartnerId} and l.user_id = u.id))`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
