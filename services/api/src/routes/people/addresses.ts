import { AppError } from '@jaanch/contracts/errors'
import { addressView, peopleRoutes } from '@jaanch/contracts/http/people'
import type { FastifyInstance } from 'fastify'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { onceOnly } from '../../http/idempotency.ts'
import { type Limits, refuseBeyond } from '../../limits/limits.ts'
import { countPresent, markDeleted } from './kept-rows.ts'

const columns = sql.fragment`id, label, address_line1, address_line2, city, state, pincode, landmark, phone`
const createdRow = addressView.extend({ requestHash: z.string().nullable() })

export function registerAddresses(
  app: FastifyInstance,
  parts: { db: DatabasePool; limits: Limits; now: () => Date },
): void {
  const { db, limits } = parts

  app.serve(peopleRoutes.listAddresses, async ({ caller }) => {
    const views = await db.any(sql.type(addressView)`
      select ${columns} from customer_addresses
       where customer_id = ${caller.userId} and deleted_at is null order by created_at, id`)
    return [...views]
  })

  async function findAddress(id: string) {
    const row = await db.maybeOne(
      sql.type(createdRow)`select ${columns}, request_hash from customer_addresses where id = ${id}`,
    )
    if (!row) return undefined
    const { requestHash, ...view } = row
    return { requestHash, view: async () => view }
  }

  app.serve(peopleRoutes.addAddress, async ({ caller: { userId }, body, idempotencyKey }) => {
    const once = onceOnly({ kind: 'address', userId, idempotencyKey, content: body })
    const earlier = await once.earlier(findAddress)
    if (earlier) return earlier
    refuseBeyond(limits.addresses, await countPresent(db, 'customer_addresses', userId))
    const view = await db.maybeOne(sql.type(addressView)`
      insert into customer_addresses (id, customer_id, label, address_line1, address_line2, city, state, pincode,
                                      landmark, phone, request_hash)
      values (${once.id}, ${userId}, ${body.label}, ${body.street}, ${body.addressLine2}, ${body.city}, ${body.state},
              ${body.pincode}, ${body.landmark}, ${body.phone}, ${once.requestHash})
      on conflict (id) do nothing returning ${columns}`)
    return view ?? once.created(findAddress)
  })

  app.serve(peopleRoutes.changeAddress, async ({ caller, params, body }) => {
    const view = await db.maybeOne(sql.type(addressView)`
      update customer_addresses
         set label = ${body.label}, address_line1 = ${body.street}, address_line2 = ${body.addressLine2},
             city = ${body.city}, state = ${body.state}, pincode = ${body.pincode}, landmark = ${body.landmark},
             phone = ${body.phone}
       where id = ${params.id} and customer_id = ${caller.userId} and deleted_at is null
      returning ${columns}`)
    if (!view) throw new AppError('not-found')
    return view
  })

  app.serve(peopleRoutes.removeAddress, ({ caller, params }) =>
    markDeleted(parts, 'customer_addresses', params.id, caller),
  )
}
