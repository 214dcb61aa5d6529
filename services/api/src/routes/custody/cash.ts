import { addDays } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import { cashRoutes, type Takings } from '@jaanch/contracts/http/cash'
import { toPaise, toRupees } from '@jaanch/contracts/money'
import type { FastifyInstance } from 'fastify'
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { labOf } from '../../auth/caller.ts'
import { passBarrier, type Reads, readTable } from '../../reads/read-tables.ts'
import type { ReadQueries } from '../../reads/replica.ts'

/** Of a lab on one day */
const mostPayments = 2_000

const paymentRow = z.object({
  bookingId: z.uuid(),
  orderNumber: z.string().nullable(),
  amount: z.number(),
  at: z.string(),
  by: z.uuid().nullable(),
})
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

/** What collectors took in cash on a day, and what of it was handed in. */
export function registerCash(app: FastifyInstance, parts: Reads & { db: DatabasePool }): void {
  app.serveUnplaced(cashRoutes.listCash, async ({ query: { date }, caller, reply }) => {
    const labPartnerId = labOf(caller)
    const view = await passBarrier(parts, reply)
    const payments = await readPayments(view.reads, view, { labPartnerId, date })
    const counts = await readCounts(parts.db, { labPartnerId, date })
    const shown = Map.groupBy(payments.slice(0, mostPayments), ({ by }) => by)
    const people = [...new Set([...shown.keys(), ...counts.map(({ collectorId }) => collectorId)])]
    const names = await readNames(parts.db, labPartnerId, people)
    const takings = people.map((collectorId): Takings => {
      const bookings = shown.get(collectorId) ?? []
      const name = (collectorId && names.get(collectorId)) ?? null
      return {
        collectorId,
        name,
        isCountable: name !== null,
        expected: toRupees(bookings.reduce((sum, { amount }) => sum + amount, 0)),
        bookings: bookings.map(({ by: _, amount, ...rest }) => ({ ...rest, amount: toRupees(amount) })),
        counts: counts.filter((count) => count.collectorId === collectorId).map(presentCount),
      }
    })
    return {
      takings: takings.toSorted((a, b) => (a.name ?? '~').localeCompare(b.name ?? '~')),
      isCut: payments.length > mostPayments,
    }
  })

  app.serveUnplaced(cashRoutes.countCash, async ({ body, caller, reply }) => {
    const labPartnerId = labOf(caller)
    const { date, collectorId, replaces } = body
    const counted = toPaise(body.counted)
    const view = await passBarrier(parts, reply)
    const names = await readNames(parts.db, labPartnerId, [collectorId])
    if (!names.has(collectorId)) throw new AppError('not-a-collector')
    const payments = await readPayments(view.reads, view, { labPartnerId, date })
    const expected = payments
      .filter(({ by }) => by === collectorId)
      .reduce((sum, { amount }) => sum + amount, 0)
    const of = { labPartnerId, date, collectorId }
    const [before] = await readCounts(parts.db, of)
    const isRepeated = before?.counted === counted && before.countedBy === caller.userId
    // not a conflict: the answer to the same request was lost
    if (before && before.id !== replaces && isRepeated) return presentCount(before)
    if ((before?.id ?? null) !== replaces) throw new AppError('conflict')
    const { rowCount } = await parts.db.query(sql.unsafe`
      insert into cash_counts (lab_partner_id, collector_id, day, expected, counted, counted_by, replaces)
      values (${labPartnerId}, ${collectorId}, ${date}::date, ${expected}, ${counted}, ${caller.userId}, ${replaces})
      on conflict do nothing`)
    const [count] = await readCounts(parts.db, of)
    if (rowCount === 0 || !count) throw new AppError('conflict')
    return presentCount(count)
  })
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

/** The last one first */
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

/** Of the people of a lab, also of those who left, by id */
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
