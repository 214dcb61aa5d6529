import type { Audit } from '@jaanch/account/audit/audit'
import type { BookingSummary } from '@jaanch/booking/booking'
import { ageOn } from '@jaanch/contracts/calendar'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { genders } from '@jaanch/contracts/vocabulary'
import { readTable } from '@jaanch/platform/reads/read-tables'
import type { ReadQueries } from '@jaanch/platform/reads/replicas'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { BarcodeTexts } from '../barcodes.ts'
import type { Tube } from '../custody/containers.ts'
import type { Custody, CustodyTube } from '../custody/custody.ts'
import { evolveCustody } from '../custody/evolve.ts'
import { plannedColumns, plannedPackage, plannedTubes, tubesFor } from '../tubes.ts'
import type { CollectionAddress } from './api.ts'

const addressJson = z.object({
  address_line1: z.string(),
  address_line2: z.string().nullish(),
  landmark: z.string().nullish(),
  city: z.string(),
  state: z.string(),
  pincode: z.string(),
  phone: z.string().nullish(),
})

const collectionRow = z.object({
  id: z.uuid(),
  customerId: z.uuid(),
  data: z.custom<BookingSummary>(),
  name: z.string(),
  relationship: z.string(),
  dateOfBirth: z.string().nullable(),
  sex: z.enum(genders).nullable(),
  customerPhone: z.string().nullable(),
  address: addressJson.nullable(),
  instructions: z.string().nullable(),
  visitCode: z.string().nullable(),
  packageIds: z.array(z.uuid()),
})

const packageRow = plannedPackage.extend({
  fastingRequired: z.boolean(),
  fastingHours: z.number().nullable(),
})
export type PackageRow = z.output<typeof packageRow>
export type CollectionRow = z.output<typeof collectionRow>

/** @param condition on the read table `b` @returns the data needed to collect the samples of bookings, in the order of the visits */
export function readCollections(
  db: ReadQueries,
  view: { generation: number },
  condition: FragmentSqlToken,
  limit: number,
): Promise<readonly CollectionRow[]> {
  return db.any(sql.type(collectionRow)`
    select b.id, coalesce(f.name, u.name) as name, coalesce(f.relationship, 'Self') as relationship,
           b.customer_id, b.data, d.special_instructions as instructions, d.visit_code,
           case when f.id is null then u.date_of_birth else f.date_of_birth end as date_of_birth,
           case when f.id is null then u.gender else f.gender end as sex, u.phone as customer_phone, d.address,
           array(select (line->>'packageId')::uuid from jsonb_array_elements(b.data->'lines') line) as package_ids
      from ${readTable(view, 'bookings')} b
      join users u on u.id = b.customer_id
      left join family_members f on f.id = (b.data->>'familyMemberId')::uuid
      left join booking_details d on d.booking_id = b.id
     where ${condition}
     order by b.visit_time, b.created_at, f.id is not null, b.id limit ${limit}`)
}

/** The packages of these bookings, also those that are no longer on offer. */
export function readPackages(
  db: ReadQueries,
  rows: readonly CollectionRow[],
): Promise<readonly PackageRow[]> {
  const ids = rows.flatMap(({ packageIds }) => packageIds)
  return db.any(sql.type(packageRow)`
    select ${plannedColumns}, fasting_required, fasting_hours from packages
     where id = any(${sql.array(ids, 'uuid')})`)
}

export function addressOf({ address }: CollectionRow): CollectionAddress | null {
  return (
    address && {
      line1: address.address_line1,
      line2: address.address_line2 ?? null,
      landmark: address.landmark ?? null,
      city: address.city,
      state: address.state,
      pincode: address.pincode,
    }
  )
}

export function contactOf({ address, customerPhone }: CollectionRow): string | null {
  return address?.phone ?? customerPhone
}

/** @returns whether one of the tests needs fasting, and the longest time, null if none of them specifies hours */
export function fastingOf(row: CollectionRow, packages: readonly PackageRow[]) {
  const fasts = testsOf(row, packages).filter(({ fastingRequired }) => fastingRequired)
  const hours = fasts.flatMap(({ fastingHours }) => fastingHours ?? [])
  return { fastingRequired: fasts.length > 0, fastingHours: hours.length > 0 ? Math.max(...hours) : null }
}

/** The fewest tubes of a booking's tests, in the order in which they are filled. */
export function specimensOf(row: CollectionRow, packages: readonly PackageRow[]): Tube[] {
  return tubesFor(testsOf(row, packages))
}

/**
 * @returns the custody with its tubes: those of today's catalogue if none were planned yet. Their barcodes are the texts that people scan,
 * of which the log has hashes
 */
export function custodyOf(row: CollectionRow, packages: readonly PackageRow[], codes: BarcodeTexts): Custody {
  const planned = row.data.custody
  const custody = planned?.tubes.length
    ? planned
    : evolveCustody(planned, {
        type: 'TubesPlanned',
        data: { tubes: plannedTubes(testsOf(row, packages)) },
      })
  const textOf = ({ code, number }: CustodyTube) => code && (codes.get(`${row.id} ${number}`) ?? null)
  return { ...custody, tubes: custody.tubes.map((tube) => ({ ...tube, code: textOf(tube) })) }
}

/** The packages of a booking, in the order of its lines. */
export function testsOf({ packageIds }: CollectionRow, packages: readonly PackageRow[]): PackageRow[] {
  return packageIds.flatMap((id) => packages.find((each) => each.id === id) ?? [])
}

/** @param today IST date */
export function personOf({ name, relationship, dateOfBirth, sex }: CollectionRow, today: string) {
  const age = dateOfBirth === null ? null : Math.max(0, ageOn(dateOfBirth, today))
  return { name, relationship, age, sex }
}

/** Each person whose data a lab sees finds it in the list of accesses. @throws if the audit trail is unavailable */
export async function recordOpened(
  audit: Audit,
  caller: Caller,
  rows: readonly CollectionRow[],
): Promise<void> {
  await Promise.all(rows.map((row) => audit.record({ ...openedEntry(row), actor: actorOf(caller) })))
}

/** The entry of the audit trail */
export function openedEntry({ id, customerId }: CollectionRow) {
  return { action: 'collection-opened' as const, userId: customerId, object: `booking:${id}` }
}
