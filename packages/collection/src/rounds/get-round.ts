import type { Audit } from '@jaanch/account/audit/audit'
import type { BookingSummary } from '@jaanch/booking/booking'
import { visibleBookings } from '@jaanch/booking/policies'
import { payable, whyCollectionClosed, whyNotPayable } from '@jaanch/booking/rules'
import { istDate } from '@jaanch/contracts/calendar'
import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { toRupees } from '@jaanch/contracts/money'
import { serveRead } from '@jaanch/platform/http/served'
import type { PassedView } from '@jaanch/platform/reads/barrier'
import { passBarrier, readTable } from '@jaanch/platform/reads/read-tables'
import type { ReadQueries } from '@jaanch/platform/reads/replicas'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { type CollectionView, roundCalls, type roundVisit } from './api.ts'
import {
  addressOf,
  type CollectionRow,
  contactOf,
  fastingOf,
  openedEntry,
  type PackageRow,
  personOf,
  readCollections,
  readPackages,
  recordOpened,
  specimensOf,
} from './collections.ts'

const nameRow = z.object({ id: z.uuid(), name: z.string() })
/** On one sheet; a lab with more prints each slot of the day */
const mostBookings = 300

/** The round of a day, or the sheet of one visit, for a lab's printer. */
export const getRound = serveRead(
  roundCalls.getRound,
  async ({ query, caller, reply }, { barrier, replicas, audit, now: clock }) => {
    const view = await passBarrier({ barrier, replicas }, reply)
    const now = clock()
    const visit = sql.fragment`(select data->>'visitId' from ${readTable(view, 'bookings')} where id = ${query.booking ?? null})`
    const chosen = query.booking
      ? sql.fragment`b.id in (select ${query.booking}::uuid union
           select booking_id from booking_details where visit_id = ${visit}::uuid) and b.data->>'visitId' = ${visit}`
      : sql.fragment`b.collection_date = ${query.date ?? ''}::date and ${query.slot ? sql.fragment`b.visit_time = ${query.slot}` : sql.fragment`true`}`
    const condition = sql.fragment`${chosen} and b.status <> 'cancelled' and ${visibleBookings(caller)}`
    const { visits, isCut } = await readRound({ audit, view, caller, now }, condition, mostBookings)
    const date = query.date ?? dateOf(visits[0]?.rows[0], now)
    const collectorOf = ({ rows }: (typeof visits)[number]) => rows[0]?.data.collectorId ?? null
    const { lab, names } = await readNames(view.reads, caller.labPartnerId, visits.map(collectorOf))
    return {
      ...{ date, lab, isCut },
      visits: visits.map((each) => ({
        ...each.visit,
        collectorId: collectorOf(each),
        collector: names.get(collectorOf(each) ?? '') ?? null,
      })),
    }
  },
)

/** @param collectors user ids @returns the name of the lab, and of each collector by id */
async function readNames(
  db: ReadQueries,
  labPartnerId: string | null,
  collectors: readonly (string | null)[],
) {
  const rows = await db.any(sql.type(nameRow)`
    select id, lab_name as name from lab_partners where id = ${labPartnerId}
    union all
    select id, name from users where id = any(${sql.array([...new Set(collectors)], 'uuid')})`)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return { lab: names.get(labPartnerId ?? '') ?? '', names }
}

function dateOf(row: CollectionRow | undefined, now: Date): string {
  return row?.data.scheduledDate ?? istDate(row ? new Date(row.data.createdAt) : now)
}

type Visit = z.output<typeof roundVisit>

export type VisitRows = {
  visit: Visit
  /** The rows of `visit.people`, in their order */
  rows: readonly CollectionRow[]
}

type Reading = {
  view: PassedView & { reads: ReadQueries }
  audit: Audit
  caller: Caller
  now: Date
  /** For what a device fetches again and again: once for each account, person and day, see `recordLooks` */
  isRecordedDaily?: boolean
}

/**
 * The visits of a lab that a condition chooses, in the order of the slots. Each person that is shown is in the audit trail before this
 * returns.
 * @param condition on the read table `b`
 * @param most bookings; `isCut` if there are more
 * @throws if the audit trail is unavailable
 */
export async function readRound(
  { view, audit, caller, now, isRecordedDaily = false }: Reading,
  condition: FragmentSqlToken,
  most: number,
): Promise<{ visits: VisitRows[]; packages: readonly PackageRow[]; isCut: boolean }> {
  const found = await readCollections(view.reads, view, condition, most + 1)
  const rows = found.slice(0, most)
  const packages = await readPackages(view.reads, rows)
  const shown = rows.filter(({ data }) => !whyCollectionClosed(data, now))
  if (isRecordedDaily) await audit.recordLooks(caller, shown.map(openedEntry))
  else await recordOpened(audit, caller, shown)
  const visits = [...Map.groupBy(rows, ({ data }) => data.visitId).values()]
  return {
    visits: visits.map((people) => ({ visit: presentVisit(people, packages, now), rows: people })),
    packages,
    isCut: found.length > most,
  }
}

/** The amount still to be paid for a booking at the visit, rupees */
export function dueOf(booking: Pick<BookingSummary, 'paymentStatus' | 'final' | 'refund'>): number {
  return whyNotPayable(booking) ? 0 : toRupees(payable(booking))
}

function presentVisit(people: readonly CollectionRow[], packages: readonly PackageRow[], now: Date): Visit {
  const [first] = people as [CollectionRow, ...CollectionRow[]]
  // what is the same for all is shown as long as one of them may be seen
  const open = people.find(({ data }) => !whyCollectionClosed(data, now))
  const address = addressOf(first)
  const hours = people.flatMap((row) => fastingOf(row, packages).fastingHours ?? [])
  return {
    id: first.data.visitId,
    time: first.data.scheduledTime,
    closed: open ? null : (whyCollectionClosed(first.data, now) ?? null),
    area: address && `${address.pincode} ${address.city}`,
    address: open ? address : null,
    contactNumber: open ? contactOf(open) : null,
    instructions: open?.instructions ?? null,
    fastingHours: hours.length > 0 ? Math.max(...hours) : null,
    due: people.reduce((sum, { data }) => sum + dueOf(data), 0),
    people: people.map((row) => ({
      bookingId: row.id,
      orderNumber: row.data.orderNumber,
      status: row.data.status,
      tests: row.data.lines.map(({ name }) => name),
      patient: whyCollectionClosed(row.data, now) ? null : personOf(row, istDate(now)),
      specimens: specimensOf(row, packages),
      labels: row.data.custody?.labels ?? null,
    })),
  }
}

/** A visit has eight people at most; who was moved back to it counts again */
const mostOfVisit = 50

/** The data that a lab needs to collect the sample of one booking. Each person that is shown is in the audit trail. */
export const getCollection = serveRead(
  roundCalls.getCollection,
  async ({ params, caller, reply }, { barrier, replicas, audit, now: clock }) => {
    const view = await passBarrier({ barrier, replicas }, reply)
    const now = clock()
    const table = readTable(view, 'bookings')
    // the visit of today: who was moved alone has another one than in the details
    const visit = sql.fragment`(select (data->>'visitId')::uuid from ${table} where id = ${params.id})`
    const ofVisit = sql.fragment`
      b.id in (select ${params.id}::uuid union select booking_id from booking_details where visit_id = ${visit})
       and (b.id = ${params.id} or (b.data->>'visitId')::uuid = ${visit}) and ${visibleBookings(caller)}`
    const rows = await readCollections(view.reads, view, ofVisit, mostOfVisit)
    const row = rows.find(({ id }) => id === params.id)
    if (!row) throw new AppError('not-found')
    const closed = whyCollectionClosed(row.data, now)
    if (closed) throw new AppError('collection-closed', closed)
    const people = rows.filter(({ data }) => !whyCollectionClosed(data, now))
    await recordOpened(audit, caller, people)
    const packages = await readPackages(view.reads, people)
    return present(row, people, packages, istDate(now))
  },
)

function present(
  row: CollectionRow,
  people: readonly CollectionRow[],
  packages: readonly PackageRow[],
  today: string,
): CollectionView {
  return {
    patient: personOf(row, today),
    contactNumber: contactOf(row),
    address: addressOf(row),
    instructions: row.instructions,
    ...fastingOf(row, packages),
    specimens: specimensOf(row, packages),
    people: people.map((person) => ({
      bookingId: person.id,
      ...personOf(person, today),
      specimens: specimensOf(person, packages),
      labels: person.data.custody?.labels ?? null,
    })),
  }
}
