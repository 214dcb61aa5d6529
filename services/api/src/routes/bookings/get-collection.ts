import { istDate } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import { type CollectionView, collectionRoutes } from '@jaanch/contracts/http/collection'
import { whyCollectionClosed } from '@jaanch/domain/booking/collection-window'
import type { FastifyInstance } from 'fastify'
import { sql } from 'slonik'
import type { Audit } from '../../auth/audit.ts'
import { actorOf } from '../../auth/caller.ts'
import { visibleBookings } from '../../policies.ts'
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
} from '../../read-models/collections.ts'
import { passBarrier, type Reads, readTable } from '../../reads/read-tables.ts'

/** A visit has eight people at most; who was moved back to it counts again */
const mostOfVisit = 50

export function registerGetCollection(
  app: FastifyInstance,
  parts: Reads & { audit: Audit; now: () => Date },
): void {
  app.serveUnplaced(collectionRoutes.getCollection, async ({ params, caller, reply }) => {
    const view = await passBarrier(parts, reply)
    const now = parts.now()
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
    const packages = await readPackages(view.reads, people)
    return present(row, people, packages, istDate(now))
  })
}

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
