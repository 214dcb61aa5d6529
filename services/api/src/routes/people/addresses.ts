import { AppError } from '@jaanch/contracts/errors'
import { peopleRoutes } from '@jaanch/contracts/http/people'
import type { FastifyInstance } from 'fastify'
import { sql } from 'slonik'
import type { Context } from '../../context.ts'
import { hashOfBody, newIdFor } from '../../http/idempotency.ts'
import { serve } from '../../http/serve.ts'
import { addressRow, presentAddress } from './presenter.ts'
import { remove } from './removal.ts'
import { checkSameRequest, requestRow } from './same-request.ts'

const columns = sql.fragment`id, label, address_line1, address_line2, city, state, pincode, landmark, phone`
const kept = addressRow.extend(requestRow.shape)

export function serveAddresses(app: FastifyInstance, context: Context): void {
  const { db } = context

  serve(app, context, peopleRoutes.listAddresses, async ({ caller }) => {
    const rows = await db.any(sql.type(addressRow)`
      select ${columns} from customer_addresses
       where customer_id = ${caller.userId} and deleted_at is null order by created_at, id`)
    return rows.map(presentAddress)
  })

  serve(app, context, peopleRoutes.addAddress, async ({ caller, body, idempotencyKey }) => {
    const id = newIdFor('address', caller.userId, idempotencyKey)
    const requestHash = hashOfBody(body)
    await db.query(sql.unsafe`
      insert into customer_addresses (id, customer_id, label, address_line1, address_line2, city, state, pincode, landmark,
                                      phone, request_hash)
      values (${id}, ${caller.userId}, ${body.label}, ${body.street}, ${body.addressLine2}, ${body.city}, ${body.state},
              ${body.pincode}, ${body.landmark}, ${body.phone}, ${requestHash})
      on conflict (id) do nothing`)
    const row = await db.one(
      sql.type(kept)`select ${columns}, request_hash from customer_addresses where id = ${id}`,
    )
    checkSameRequest(row, requestHash)
    return presentAddress(row)
  })

  serve(app, context, peopleRoutes.changeAddress, async ({ caller, params, body }) => {
    const row = await db.maybeOne(sql.type(addressRow)`
      update customer_addresses
         set label = ${body.label}, address_line1 = ${body.street}, address_line2 = ${body.addressLine2},
             city = ${body.city}, state = ${body.state}, pincode = ${body.pincode}, landmark = ${body.landmark},
             phone = ${body.phone}
       where id = ${params.id} and customer_id = ${caller.userId} and deleted_at is null
      returning ${columns}`)
    if (!row) throw new AppError('not-found')
    return presentAddress(row)
  })

  serve(app, context, peopleRoutes.removeAddress, ({ caller, params }) =>
    remove(context, 'customer_addresses', params.id, caller),
  )
}
