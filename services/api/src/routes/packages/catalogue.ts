import { randomUUID } from 'node:crypto'
import { AppError } from '@jaanch/contracts/errors'
import type { RecordEvent } from '@jaanch/contracts/events/records'
import { streamId } from '@jaanch/contracts/events/streams'
import { packageRoutes } from '@jaanch/contracts/http/packages'
import { toPaise } from '@jaanch/contracts/money'
import type { FastifyInstance } from 'fastify'
import { type DatabaseTransactionConnection, sql } from 'slonik'
import { actorOf, type Caller } from '../../auth/authentication.ts'
import type { Context } from '../../context.ts'
import { appendWithin } from '../../http/append-within.ts'
import { hashOfBody, newIdFor } from '../../http/idempotency.ts'
import { serve } from '../../http/serve.ts'
import { parametersOf } from './parameters.ts'
import { createdRow, onOffer, packageColumns, packageRow, presentPackage } from './presenter.ts'

/** The form asks for no category, and a sample's type is none: blood is drawn for heart and thyroid alike. */
const categoryOfForm = 'Other'

/** The catalogue in an admin's hands. A row and its event are one transaction, the event its last statement. */
export function serveCatalogue(app: FastifyInstance, context: Context): void {
  const { db } = context

  serve(app, context, packageRoutes.createPackage, async ({ body, caller, idempotencyKey, request }) => {
    const id = newIdFor('package', caller.userId, idempotencyKey)
    const hash = hashOfBody(body)
    const created = await db.transaction(async (tx) => {
      const { originalPrice: original } = body
      const row = await tx.maybeOne(sql.type(packageRow)`
        insert into packages (id, kind, name, description, category, price, original_price, tests_included, sample_type,
                              fasting_required, is_popular, request_hash)
        values (${id}, ${body.testsIncluded > 1 ? 'package' : 'test'}, ${body.name}, ${body.description},
                ${categoryOfForm}, ${toPaise(body.price)}, ${original === null ? null : toPaise(original)},
                ${body.testsIncluded}, ${body.sampleType}, ${body.fastingRequired}, ${body.isPopular}, ${hash})
        on conflict (id) do nothing returning ${packageColumns}`)
      if (row) await record(tx, id, caller, request.id, 'PackageCreated', row.price)
      return row
    })
    if (created) return presentPackage(created)
    // the same key came before, or at the same moment through another process
    const known = await db.one(sql.type(createdRow)`
      select ${packageColumns}, request_hash from packages where id = ${id}`)
    if (known.request_hash !== hash) throw new AppError('key-reused')
    return presentPackage(known)
  })

  serve(app, context, packageRoutes.changePackage, async ({ params: { id }, body, caller, request }) => {
    const changed = await db.transaction(async (tx) => {
      const { originalPrice: original } = body
      const row = await tx.maybeOne(sql.type(packageRow)`
        update packages
           set name = ${body.name}, description = ${body.description}, price = ${toPaise(body.price)},
               original_price = ${original === null ? null : toPaise(original)},
               tests_included = ${body.testsIncluded}, sample_type = ${body.sampleType},
               fasting_required = ${body.fastingRequired}, is_popular = ${body.isPopular}
         where id = ${id} and ${onOffer} returning ${packageColumns}`)
      if (!row) throw new AppError('not-found', 'This test is not on offer.')
      await record(tx, id, caller, request.id, 'PackageUpdated', row.price)
      return row
    })
    return presentPackage(changed, await parametersOf(db, id))
  })

  // the row stays, for bookings and reports refer to it
  serve(app, context, packageRoutes.removePackage, async ({ params: { id }, caller, request }) => {
    return db.transaction<undefined>(async (tx) => {
      const row = await tx.maybeOne(sql.type(packageRow)`
        update packages set is_active = false, deleted_at = now() where id = ${id} and ${onOffer}
        returning ${packageColumns}`)
      if (!row) throw new AppError('not-found', 'This test is not on offer.')
      await record(tx, id, caller, request.id, 'PackageDeleted', row.price)
    })
  })
}

/** @param price paise, as it is now */
async function record(
  tx: DatabaseTransactionConnection,
  packageId: string,
  caller: Caller,
  requestId: string,
  type: 'PackageCreated' | 'PackageUpdated' | 'PackageDeleted',
  price: number,
): Promise<void> {
  const event: RecordEvent =
    type === 'PackageDeleted' ? { type, data: { packageId } } : { type, data: { packageId, price } }
  await appendWithin(tx, {
    id: randomUUID(),
    streamId: streamId('package', packageId),
    // the row's lock orders the changes of one package
    expected: 'any',
    events: [event],
    actor: actorOf(caller),
    correlationId: requestId,
  })
}
