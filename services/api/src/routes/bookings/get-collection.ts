import type { BookingSummary } from '@jaanch/contracts/booking'
import { ageOn, istDate } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import { type CollectionView, collectionRoutes } from '@jaanch/contracts/http/collection'
import { genders } from '@jaanch/contracts/vocabulary'
import { whyCollectionClosed } from '@jaanch/domain/booking/collection-window'
import type { FastifyInstance } from 'fastify'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Audit } from '../../auth/audit.ts'
import { actorOf } from '../../auth/caller.ts'
import { visibleBookings } from '../../policies.ts'
import { sampledPackage, tubesFor } from '../../read-models/bookings/tubes.ts'
import { passBarrier, type Reads, readTable } from '../../reads/read-tables.ts'

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
  packageIds: z.array(z.uuid()),
})

const packageRow = sampledPackage.extend({
  fastingRequired: z.boolean(),
  fastingHours: z.number().nullable(),
})
type PackageRow = z.output<typeof packageRow>
type CollectionRow = z.output<typeof collectionRow>

export function registerGetCollection(
  app: FastifyInstance,
  parts: Reads & { audit: Audit; now: () => Date },
): void {
  app.serve(collectionRoutes.getCollection, async ({ params, caller, reply }) => {
    const view = await passBarrier(parts, reply)
    const now = parts.now()
    const table = readTable(view, 'bookings')
    // the visit of today: who was moved alone has another one than in the details
    const visit = sql.fragment`(select (data->>'visitId')::uuid from ${table} where id = ${params.id})`
    const rows = await view.reads.any(sql.type(collectionRow)`
      select b.id, coalesce(f.name, u.name) as name, coalesce(f.relationship, 'Self') as relationship,
             b.customer_id, b.data, d.special_instructions as instructions,
             case when f.id is null then u.date_of_birth else f.date_of_birth end as date_of_birth,
             case when f.id is null then u.gender else f.gender end as sex, u.phone as customer_phone, d.address,
             array(select (line->>'packageId')::uuid from jsonb_array_elements(b.data->'lines') line) as package_ids
        from ${table} b
        join users u on u.id = b.customer_id
        left join family_members f on f.id = (b.data->>'familyMemberId')::uuid
        left join booking_details d on d.booking_id = b.id
       where b.id in (select ${params.id}::uuid union select booking_id from booking_details where visit_id = ${visit})
         and (b.id = ${params.id} or (b.data->>'visitId')::uuid = ${visit}) and ${visibleBookings(caller)}
       order by b.created_at, f.id is not null, b.id`)
    const row = rows.find(({ id }) => id === params.id)
    if (!row) throw new AppError('not-found')
    const closed = whyCollectionClosed(row.data, now)
    if (closed) throw new AppError('collection-closed', closed)
    const people = rows.filter(({ data }) => !whyCollectionClosed(data, now))
    await Promise.all(
      people.map(({ id, customerId }) =>
        parts.audit.record({
          action: 'collection-opened',
          actor: actorOf(caller),
          userId: customerId,
          object: `booking:${id}`,
        }),
      ),
    )
    // also packages that are no longer on offer
    const packages = await view.reads.any(sql.type(packageRow)`
      select id, name, sample_type, specimens, fasting_required, fasting_hours from packages
       where id = any(${sql.array(
         people.flatMap(({ packageIds }) => packageIds),
         'uuid',
       )})`)
    return present(row, people, packages, istDate(now))
  })
}

function present(
  row: CollectionRow,
  people: readonly CollectionRow[],
  packages: readonly PackageRow[],
  today: string,
): CollectionView {
  const { address } = row
  const fasts = testsOf(row, packages).filter(({ fastingRequired }) => fastingRequired)
  const hours = fasts.flatMap(({ fastingHours }) => fastingHours ?? [])
  return {
    patient: personOf(row, today),
    contactNumber: address?.phone ?? row.customerPhone,
    address: address && {
      line1: address.address_line1,
      line2: address.address_line2 ?? null,
      landmark: address.landmark ?? null,
      city: address.city,
      state: address.state,
      pincode: address.pincode,
    },
    instructions: row.instructions,
    fastingRequired: fasts.length > 0,
    fastingHours: hours.length > 0 ? Math.max(...hours) : null,
    specimens: tubesFor(testsOf(row, packages)),
    people: people.map((person) => ({
      bookingId: person.id,
      ...personOf(person, today),
      specimens: tubesFor(testsOf(person, packages)),
    })),
  }
}

function testsOf({ packageIds }: CollectionRow, packages: readonly PackageRow[]): PackageRow[] {
  return packageIds.flatMap((id) => packages.find((each) => each.id === id) ?? [])
}

function personOf({ name, relationship, dateOfBirth, sex }: CollectionRow, today: string) {
  const age = dateOfBirth === null ? null : Math.max(0, ageOn(dateOfBirth, today))
  return { name, relationship, age, sex }
}
