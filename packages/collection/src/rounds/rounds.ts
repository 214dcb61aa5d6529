import type { Audit } from '@jaanch/account/audit/audit'
import type { BookingSummary } from '@jaanch/booking/booking'
import { payable, whyCollectionClosed, whyNotPayable } from '@jaanch/booking/rules'
import { istDate } from '@jaanch/contracts/calendar'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { toRupees } from '@jaanch/contracts/money'
import type { ReadQueries } from '@jaanch/platform/reads/replicas'
import type { FragmentSqlToken } from 'slonik'
import type { RoundView } from './api.ts'
import {
  addressOf,
  type CollectionRow,
  contactOf,
  fastingOf,
  type PackageRow,
  personOf,
  readCollections,
  readPackages,
  specimensOf,
} from './collections.ts'

type Visit = Omit<RoundView['visits'][number], 'collectorId' | 'collector'>

export type VisitRows = {
  visit: Visit
  /** Those of `visit.people`, in their order */
  rows: readonly CollectionRow[]
}

/**
 * The visits of a lab that a condition chooses, in the order of the slots. Each person that is shown is in the audit trail before this
 * returns.
 * @param isRecordedDaily for what a device fetches again and again: once for each account, person and day, see `recordLooks`
 * @param condition on the read table `b`
 * @param most bookings; `isCut` if there are more
 * @throws if the audit trail is unavailable
 */
export async function readRound(
  {
    view,
    audit,
    caller,
    now,
    isRecordedDaily = false,
  }: { view: View; audit: Audit; caller: Caller; now: Date; isRecordedDaily?: boolean },
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

/** Each person whose data a lab sees finds it in the list of accesses. @throws if the audit trail is unavailable */
export async function recordOpened(
  audit: Audit,
  caller: Caller,
  rows: readonly CollectionRow[],
): Promise<void> {
  await Promise.all(rows.map((row) => audit.record({ ...openedEntry(row), actor: actorOf(caller) })))
}

function openedEntry({ id, customerId }: CollectionRow) {
  return { action: 'collection-opened' as const, userId: customerId, object: `booking:${id}` }
}

type View = { generation: number; reads: ReadQueries }

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
