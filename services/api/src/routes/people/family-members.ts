import { ageOn, istDate } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import { type FamilyMemberView, familyMemberView, peopleRoutes } from '@jaanch/contracts/http/people'
import type { BodyOf } from '@jaanch/contracts/http/route'
import type { FastifyInstance } from 'fastify'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { onceOnly } from '../../http/idempotency.ts'
import { type Limits, refuseBeyond } from '../../limits/limits.ts'
import { countPresent, markDeleted } from './kept-rows.ts'

const familyMemberRow = familyMemberView.omit({ age: true })

const columns = sql.fragment`id, name, relationship, date_of_birth, gender, phone`
const createdRow = familyMemberRow.extend({ requestHash: z.string().nullable() })

export function registerFamilyMembers(
  app: FastifyInstance,
  parts: { db: DatabasePool; limits: Limits; now: () => Date },
): void {
  const { db, limits, now } = parts

  app.serve(peopleRoutes.listFamilyMembers, async ({ caller }) => {
    const rows = await db.any(sql.type(familyMemberRow)`
      select ${columns} from family_members
       where customer_id = ${caller.userId} and deleted_at is null order by created_at, id`)
    return rows.map((row) => presentFamilyMember(row, now()))
  })

  function refuseFutureBirth({ dateOfBirth }: BodyOf<typeof peopleRoutes.addFamilyMember>): void {
    if (dateOfBirth !== null && dateOfBirth > istDate(now())) {
      throw new AppError('invalid', 'The date of birth lies in the future.')
    }
  }

  async function findFamilyMember(id: string) {
    const row = await db.maybeOne(
      sql.type(createdRow)`select ${columns}, request_hash from family_members where id = ${id}`,
    )
    if (!row) return undefined
    const { requestHash, ...member } = row
    return { requestHash, view: async () => presentFamilyMember(member, now()) }
  }

  app.serve(peopleRoutes.addFamilyMember, async ({ caller: { userId }, body, idempotencyKey }) => {
    refuseFutureBirth(body)
    const once = onceOnly({ kind: 'family-member', userId, idempotencyKey, content: body })
    const earlier = await once.earlier(findFamilyMember)
    if (earlier) return earlier
    refuseBeyond(limits.familyMembers, await countPresent(db, 'family_members', userId))
    const row = await db.maybeOne(sql.type(familyMemberRow)`
      insert into family_members (id, customer_id, name, relationship, date_of_birth, gender, phone, request_hash)
      values (${once.id}, ${userId}, ${body.name}, ${body.relationship}, ${body.dateOfBirth}, ${body.gender},
              ${body.phone}, ${once.requestHash})
      on conflict (id) do nothing returning ${columns}`)
    return row ? presentFamilyMember(row, now()) : once.created(findFamilyMember)
  })

  app.serve(peopleRoutes.changeFamilyMember, async ({ caller, params, body }): Promise<FamilyMemberView> => {
    refuseFutureBirth(body)
    const row = await db.maybeOne(sql.type(familyMemberRow)`
        update family_members
           set name = ${body.name}, relationship = ${body.relationship}, date_of_birth = ${body.dateOfBirth},
               gender = ${body.gender}, phone = ${body.phone}
         where id = ${params.id} and customer_id = ${caller.userId} and deleted_at is null
        returning ${columns}`)
    if (!row) throw new AppError('not-found')
    return presentFamilyMember(row, now())
  })

  app.serve(peopleRoutes.removeFamilyMember, ({ caller, params }) =>
    markDeleted(parts, 'family_members', params.id, caller),
  )
}

function presentFamilyMember(row: z.output<typeof familyMemberRow>, now: Date): FamilyMemberView {
  return { ...row, age: row.dateOfBirth === null ? null : ageOn(row.dateOfBirth, istDate(now)) }
}
