import { randomUUID } from 'node:crypto'
import { ageOn, istDate } from '@jaanch/contracts/calendar'
import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { appendIdOf, onceOnly } from '@jaanch/eventlog/idempotency'
import { type Services, serveCall } from '@jaanch/platform/http/served'
import { refuseBeyond } from '@jaanch/platform/limits/limits'
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { type FamilyMemberInput, type FamilyMemberView, familyMemberView, peopleCalls } from './api.ts'
import { confirmIdentity, formerIdentities, identityEntry } from './identity.ts'
import { endConsent, recordConsent } from './relative-consent.ts'

const familyMemberRow = familyMemberView.pick({
  id: true,
  name: true,
  relationship: true,
  dateOfBirth: true,
  gender: true,
  phone: true,
})
const columns = sql.fragment`id, name, relationship, date_of_birth, gender, phone`
const createdRow = familyMemberRow.extend({ requestHash: z.string().nullable() })

export const listFamilyMembers = serveCall(peopleCalls.listFamilyMembers, async ({ caller }, { db, now }) => {
  const rows = await db.any(sql.type(familyMemberRow)`
      select ${columns} from family_members
       where customer_id = ${caller.userId} and deleted_at is null order by created_at, id`)
  return rows.map((row) => presentFamilyMember(row, now()))
})

export const addFamilyMember = serveCall(
  peopleCalls.addFamilyMember,
  async ({ caller: { userId }, body, idempotencyKey }, { db, limits, now }) => {
    refuseFutureBirth(body, now())
    const once = onceOnly({ kind: 'family-member', userId, idempotencyKey, content: body })
    const find = (id: string) => findFamilyMember(db, id, now())
    const earlier = await once.earlier(find)
    if (earlier) return earlier
    refuseBeyond(limits.familyMembers, await countPresent(db, 'family_members', userId))
    const row = await insertMember(db, { ...once, userId, member: body })
    return row ? presentFamilyMember(row, now()) : once.created(find)
  },
)

export const changeFamilyMember = serveCall(
  peopleCalls.changeFamilyMember,
  async ({ caller, params: { id }, body }, services): Promise<FamilyMemberView> => {
    const { db, logDb, audit, now } = services
    refuseFutureBirth(body, now())
    const { confirm, ...after } = body
    const before = await db.maybeOne(sql.type(familyMemberRow)`
      select ${columns} from family_members
       where id = ${id} and customer_id = ${caller.userId} and deleted_at is null`)
    if (!before) throw new AppError('not-found')
    const person = { customerId: caller.userId, familyMemberId: id }
    const edit = await confirmIdentity(logDb, { person, before, after, confirm, today: istDate(now()) })
    if (edit?.is === 'another-person') {
      const another = await addAnother(services, { userId: caller.userId, earlierId: id, member: after })
      await audit.record(identityEntry(caller, person, edit))
      return another
    }
    if (edit !== null) await audit.record(identityEntry(caller, person, edit))
    const former = JSON.stringify(formerIdentities(before, after, now()))
    const ended = { caller, familyMemberId: id, now: now() }
    const { row, isWithdrawn } = await db.transaction(async (tx) => {
      const held = await tx.maybeOne(sql.type(familyMemberRow)`
        select ${columns} from family_members
         where id = ${id} and customer_id = ${caller.userId} and deleted_at is null for no key update`)
      if (!held) throw new AppError('not-found')
      // the questions and the audit entry above are about the person as it was read
      if (!isSamePerson(held, before) || held.gender !== before.gender) throw new AppError('conflict')
      const row = await tx.one(sql.type(familyMemberRow)`
        update family_members
           set name = ${after.name}, relationship = ${after.relationship}, date_of_birth = ${after.dateOfBirth},
               gender = ${after.gender}, phone = ${after.phone},
               corrected = corrected || ${JSON.stringify(edit?.corrected ?? {})}::jsonb,
               former_identities = with_former_identity(former_identities, ${former}::jsonb)
         where id = ${id} returning ${columns}`)
      // the person as it was recorded has agreed, and nobody else
      return { row, isWithdrawn: !isSamePerson(held, after) && (await endConsent(tx, services, ended)) }
    })
    if (isWithdrawn) await recordConsent(audit, 'withdrawn', ended)
    return presentFamilyMember(row, now())
  },
)

export const removeFamilyMember = serveCall(
  peopleCalls.removeFamilyMember,
  async ({ caller, params: { id } }, services) => {
    const { db, audit, now } = services
    const ended = { caller, familyMemberId: id, now: now() }
    const isWithdrawn = await db.transaction(async (tx) => {
      await markDeleted({ db: tx, now }, 'family_members', id, caller)
      return endConsent(tx, services, ended)
    })
    if (isWithdrawn) await recordConsent(audit, 'withdrawn', ended)
    return undefined
  },
)

function refuseFutureBirth({ dateOfBirth }: Pick<FamilyMemberInput, 'dateOfBirth'>, now: Date): void {
  if (dateOfBirth !== null && dateOfBirth > istDate(now))
    throw new AppError('invalid', 'The date of birth lies in the future.')
}

type NewMember = { id: string; userId: string; member: FamilyMemberInput; requestHash: string | null }

/** @returns null if there is a row with this id */
function insertMember(db: DatabasePool, { id, userId, member, requestHash }: NewMember) {
  const { name, relationship, dateOfBirth, gender, phone } = member
  return db.maybeOne(sql.type(familyMemberRow)`
    insert into family_members (id, customer_id, name, relationship, date_of_birth, gender, phone, request_hash)
    values (${id}, ${userId}, ${name}, ${relationship}, ${dateOfBirth}, ${gender}, ${phone}, ${requestHash})
    on conflict (id) do nothing returning ${columns}`)
}

async function findFamilyMember(db: DatabasePool, id: string, now: Date) {
  const row = await db.maybeOne(
    sql.type(createdRow)`select ${columns}, request_hash from family_members where id = ${id}`,
  )
  if (!row) return undefined
  const { requestHash, ...member } = row
  return { requestHash, view: async () => presentFamilyMember(member, now) }
}

/** Adds a family member in place of another one, who has results. Repeated, because the answer was lost, it adds nobody. */
async function addAnother(
  { db, limits, now }: Pick<Services, 'db' | 'limits' | 'now'>,
  { userId, earlierId, member }: { userId: string; earlierId: string; member: FamilyMemberInput },
): Promise<FamilyMemberView> {
  const { name, relationship, dateOfBirth, gender, phone } = member
  const id = appendIdOf(
    'another-person',
    earlierId,
    JSON.stringify([name, relationship, dateOfBirth, gender, phone]),
  )
  const isSame = sql.fragment`deleted_at is null and name = ${name} and relationship = ${relationship}
    and date_of_birth is not distinct from ${dateOfBirth}::date and gender is not distinct from ${gender}
    and phone is not distinct from ${phone}`
  const added = await db.maybeOne(sql.type(familyMemberRow)`
    select ${columns} from family_members where id = ${id} and customer_id = ${userId} and ${isSame}`)
  if (added) return presentFamilyMember(added, now())
  refuseBeyond(limits.familyMembers, await countPresent(db, 'family_members', userId))
  const another = { userId, member, requestHash: null }
  // the row with this id was edited since, or removed
  const row =
    (await insertMember(db, { ...another, id })) ?? (await insertMember(db, { ...another, id: randomUUID() }))
  if (!row) throw new AppError('conflict')
  return presentFamilyMember(row, now())
}

type Identity = Pick<z.output<typeof familyMemberRow>, 'name' | 'relationship' | 'dateOfBirth'>

/** Whether an agreement of one is that of the other. */
function isSamePerson(one: Identity, other: Identity): boolean {
  return (
    one.name === other.name &&
    one.relationship === other.relationship &&
    one.dateOfBirth === other.dateOfBirth
  )
}

function presentFamilyMember(row: z.output<typeof familyMemberRow>, now: Date): FamilyMemberView {
  return { ...row, age: row.dateOfBirth === null ? null : ageOn(row.dateOfBirth, istDate(now)) }
}

/** Rows of a customer's lists. Removed ones stay: past bookings show them. */
type Table = 'family_members' | 'customer_addresses'

const countRow = z.object({ n: z.number() })

/** How many rows are in a customer's list. Requests at the same time do not see each other's rows. */
export async function countPresent(
  db: CommonQueryMethods,
  table: Table,
  customerId: string,
): Promise<number> {
  const { n } = await db.one(sql.type(countRow)`
    select count(*) as n from ${sql.identifier([table])} where customer_id = ${customerId} and deleted_at is null`)
  return n
}

/** Removes a row from its customer's list. @throws AppError not-found */
export async function markDeleted(
  { db, now }: { db: CommonQueryMethods; now: () => Date },
  table: Table,
  id: string,
  caller: Caller,
): Promise<undefined> {
  const { rowCount } = await db.query(sql.unsafe`
    update ${sql.identifier([table])} set deleted_at = ${now().toISOString()}
     where id = ${id} and customer_id = ${caller.userId} and deleted_at is null`)
  if (rowCount === 0) throw new AppError('not-found')
}
