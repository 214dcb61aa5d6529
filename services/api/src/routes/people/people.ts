import { peopleRoutes } from '@jaanch/contracts/http/people'
import type { FastifyInstance } from 'fastify'
import { sql } from 'slonik'
import type { Context } from '../../context.ts'
import { newIdFor } from '../../http/idempotency.ts'
import { serve } from '../../http/serve.ts'
import { addressRow, familyMemberRow, presentAddress, presentFamilyMember } from './presenter.ts'

const memberColumns = sql.fragment`id, name, relationship, date_of_birth, gender, phone`
const addressColumns = sql.fragment`id, label, address_line1, address_line2, city, state, pincode, landmark, phone`

export function servePeople(app: FastifyInstance, context: Context): void {
  const { db, now } = context

  serve(app, context, peopleRoutes.listFamilyMembers, async ({ caller }) => {
    const rows = await db.any(sql.type(familyMemberRow)`
      select ${memberColumns} from family_members
       where customer_id = ${caller.userId} and deleted_at is null order by created_at`)
    return rows.map((row) => presentFamilyMember(row, now()))
  })

  serve(app, context, peopleRoutes.addFamilyMember, async ({ caller, body, idempotencyKey }) => {
    const id = newIdFor('family-member', caller.userId, idempotencyKey)
    await db.query(sql.unsafe`
      insert into family_members (id, customer_id, name, relationship, date_of_birth, gender, phone)
      values (${id}, ${caller.userId}, ${body.name}, ${body.relationship}, ${body.dateOfBirth}, ${body.gender}, ${body.phone})
      on conflict (id) do nothing`)
    const row = await db.one(
      sql.type(familyMemberRow)`select ${memberColumns} from family_members where id = ${id}`,
    )
    return presentFamilyMember(row, now())
  })

  serve(app, context, peopleRoutes.listAddresses, async ({ caller }) => {
    const rows = await db.any(sql.type(addressRow)`
      select ${addressColumns} from customer_addresses
       where customer_id = ${caller.userId} and deleted_at is null order by created_at`)
    return rows.map(presentAddress)
  })

  serve(app, context, peopleRoutes.addAddress, async ({ caller, body, idempotencyKey }) => {
    const id = newIdFor('address', caller.userId, idempotencyKey)
    await db.query(sql.unsafe`
      insert into customer_addresses (id, customer_id, label, address_line1, address_line2, city, state, pincode, landmark, phone)
      values (${id}, ${caller.userId}, ${body.label}, ${body.street}, ${body.addressLine2}, ${body.city}, ${body.state},
              ${body.pincode}, ${body.landmark}, ${body.phone})
      on conflict (id) do nothing`)
    const row = await db.one(
      sql.type(addressRow)`select ${addressColumns} from customer_addresses where id = ${id}`,
    )
    return presentAddress(row)
  })
}
