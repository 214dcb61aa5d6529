import { AppError } from '@jaanch/contracts/errors'
import { type AddressView, peopleRoutes } from '@jaanch/contracts/http/people'
import { addressLabels } from '@jaanch/contracts/vocabulary'
import type { FastifyInstance } from 'fastify'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { createOnce } from '../../http/idempotency.ts'
import { serve } from '../../http/serve.ts'
import { markDeleted } from './mark-deleted.ts'

const addressRow = z.object({
  id: z.uuid(),
  label: z.enum(addressLabels),
  addressLine1: z.string(),
  addressLine2: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  pincode: z.string(),
  landmark: z.string().nullable(),
  phone: z.string(),
})

const columns = sql.fragment`id, label, address_line1, address_line2, city, state, pincode, landmark, phone`
const createdRow = addressRow.extend({ requestHash: z.string().nullable() })

export function registerAddresses(app: FastifyInstance, context: Context): void {
  const { db } = context

  serve(app, context, peopleRoutes.listAddresses, async ({ caller }) => {
    const rows = await db.any(sql.type(addressRow)`
      select ${columns} from customer_addresses
       where customer_id = ${caller.userId} and deleted_at is null order by created_at, id`)
    return rows.map(presentAddress)
  })

  serve(app, context, peopleRoutes.addAddress, ({ caller: { userId }, body, idempotencyKey }) =>
    createOnce(
      { kind: 'address', userId, idempotencyKey, content: body },
      {
        async find(id) {
          const row = await db.maybeOne(
            sql.type(createdRow)`select ${columns}, request_hash from customer_addresses where id = ${id}`,
          )
          return row ? { requestHash: row.requestHash, view: presentAddress(row) } : undefined
        },
        async create(id, requestHash) {
          const row = await db.maybeOne(sql.type(addressRow)`
            insert into customer_addresses (id, customer_id, label, address_line1, address_line2, city, state, pincode,
                                            landmark, phone, request_hash)
            values (${id}, ${userId}, ${body.label}, ${body.street}, ${body.addressLine2}, ${body.city}, ${body.state},
                    ${body.pincode}, ${body.landmark}, ${body.phone}, ${requestHash})
            on conflict (id) do nothing returning ${columns}`)
          return row ? presentAddress(row) : undefined
        },
      },
    ),
  )

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
    addressLine1: row.addressLine1,
    addressLine2: row.addressLine2,
    city: row.city,
    state: row.state,
    pincode: row.pincode,
    landmark: row.landmark,
    phone: row.phone,
  }
}
