import { ageOn, istDate } from '@jaanch/contracts/calendar'
import { whyCollectionClosed } from '@jaanch/contracts/collection-window'
import { AppError } from '@jaanch/contracts/errors'
import { type CollectionView, collectionRoutes } from '@jaanch/contracts/http/collection'
import { bookingStatuses, genders, sampleTypes } from '@jaanch/contracts/vocabulary'
import type { FastifyInstance } from 'fastify'
import { sql } from 'slonik'
import { z } from 'zod'
import { actorOf } from '../../auth/authentication.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import { visibleBookings } from '../../policies.ts'
import { passBarrier, readTable } from '../../reads/read-tables.ts'

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
  customerId: z.uuid(),
  status: z.enum(bookingStatuses),
  collectedAt: z.date().nullable(),
  name: z.string(),
  relationship: z.string(),
  dateOfBirth: z.string().nullable(),
  sex: z.enum(genders).nullable(),
  customerPhone: z.string().nullable(),
  address: addressJson.nullable(),
  packageIds: z.array(z.uuid()),
})

const packageRow = z.object({
  sampleType: z.enum(sampleTypes),
  specimens: z.array(z.object({ specimen: z.string(), container: z.string().nullish() })),
  fastingRequired: z.boolean(),
  fastingHours: z.number().nullable(),
})
type PackageRow = z.output<typeof packageRow>

export function registerGetCollection(app: FastifyInstance, context: Context): void {
  serve(app, context, collectionRoutes.getCollection, async ({ params, caller, reply }) => {
    const view = await passBarrier(context, reply)
    const row = await view.reads.maybeOne(sql.type(collectionRow)`
      select coalesce(f.name, u.name) as name, coalesce(f.relationship, 'Self') as relationship,
             b.customer_id, b.status, b.collected_at,
             case when f.id is null then u.date_of_birth else f.date_of_birth end as date_of_birth,
             case when f.id is null then u.gender else f.gender end as sex, u.phone as customer_phone, d.address,
             array(select (line->>'packageId')::uuid from jsonb_array_elements(b.data->'lines') line) as package_ids
        from ${readTable(view, 'bookings')} b
        join users u on u.id = b.customer_id
        left join family_members f on f.id = (b.data->>'familyMemberId')::uuid
        left join booking_details d on d.booking_id = b.id
       where b.id = ${params.id} and ${visibleBookings(caller)}`)
    if (!row) throw new AppError('not-found')
    const closed = whyCollectionClosed(row, context.now())
    if (closed) throw new AppError('collection-closed', closed)
    await context.audit.record({
      action: 'collection-opened',
      actor: actorOf(caller),
      userId: row.customerId,
      object: `booking:${params.id}`,
    })
    // also packages that are no longer on offer
    const packages = await view.reads.any(sql.type(packageRow)`
      select sample_type, specimens, fasting_required, fasting_hours from packages
       where id = any(${sql.array([...row.packageIds], 'uuid')})`)
    return present(row, packages, istDate(context.now()))
  })
}

function present(
  row: z.output<typeof collectionRow>,
  packages: readonly PackageRow[],
  today: string,
): CollectionView {
  const { address } = row
  const fasts = packages.filter(({ fastingRequired }) => fastingRequired)
  const hours = fasts.flatMap(({ fastingHours }) => fastingHours ?? [])
  return {
    patient: {
      name: row.name,
      relationship: row.relationship,
      age: row.dateOfBirth === null ? null : Math.max(0, ageOn(row.dateOfBirth, today)),
      sex: row.sex,
    },
    contactNumber: address?.phone ?? row.customerPhone,
    address: address && {
      line1: address.address_line1,
      line2: address.address_line2 ?? null,
      landmark: address.landmark ?? null,
      city: address.city,
      state: address.state,
      pincode: address.pincode,
    },
    fastingRequired: fasts.length > 0,
    fastingHours: hours.length > 0 ? Math.max(...hours) : null,
    specimens: specimensOf(packages),
  }
}

/** Each pair of specimen and container once: the tests of an order share a tube. */
function specimensOf(packages: readonly PackageRow[]): CollectionView['specimens'] {
  const named = packages.flatMap(({ specimens, sampleType }) =>
    specimens.length > 0
      ? specimens.map(({ specimen, container }) => ({ specimen, container: container ?? null }))
      : [{ specimen: sampleType.charAt(0).toUpperCase() + sampleType.slice(1), container: null }],
  )
  return [...new Map(named.map((tube) => [`${tube.specimen} in ${tube.container}`, tube])).values()]
}
