import { AppError } from '@jaanch/contracts/errors'
import { type AddressView, peopleRoutes } from '@jaanch/contracts/http/people'
import { addressLabels } from '@jaanch/contracts/vocabulary'
import type { FastifyInstance } from 'fastify'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { hashOfBody, newIdFor } from '../../http/idempotency.ts'
import { serve } from '../../http/serve.ts'
import { markDeleted } from './mark-deleted.ts'
import { checkSameRequest, requestRow } from './same-request.ts'

const addressRow = z.object({
  id: z.uuid(),
  label: z.enum(addressLabels),
  address_line1: z.string(),
  address_line2: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  pincode: z.string(),
  landmark: z.string().nullable(),
  phone: z.string(),
})

const columns = sql.fragment`id, label, address_line1, address_line2, city, state, pincode, landmark, phone`
const createdRow = addressRow.extend(requestRow.shape)

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
      sql.type(createdRow)`select ${columns}, request_hash from customer_addresses where id = ${id}`,
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
    markDeleted(context, 'customer_addresses', params.id, caller),
  )
}

function presentAddress(row: z.output<typeof addressRow>): AddressView {
  return {
    id: row.id,
    label: row.label,
    addressLine1: row.address_line1,
    addressLine2: row.address_line2,
    city: row.city,
    state: row.state,
    pincode: row.pincode,
    landmark: row.landmark,
    phone: row.phone,
  }
}
