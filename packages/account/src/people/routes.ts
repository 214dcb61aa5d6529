import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { onceOnly } from '@jaanch/eventlog/idempotency'
import { type Limits, refuseBeyond } from '@jaanch/platform/limits/limits'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { Audit } from '../audit/audit.ts'
import type { ErasureLedger } from '../privacy/erasure-ledger.ts'
import { addressView, peopleCalls, type RelativeConsentView } from './api.ts'
import { endConsent, recordConsent } from './end-consent.ts'
import { countPresent, markDeleted, registerFamilyMembers } from './family-members.ts'
import { findConsent } from './relative-consent.ts'
import { relativeConsent } from './relative-consent-days.ts'

export function registerPeopleRoutes(
  app: FastifyInstance,
  parts: {
    db: DatabasePool
    logDb: pg.Pool
    audit: Audit
    limits: Limits
    erasureLedger: ErasureLedger
    now: () => Date
  },
): void {
  registerFamilyMembers(app, parts)
  registerAddresses(app, parts)
  registerRelativeConsent(app, parts)
}

const addressColumns = sql.fragment`id, label, address_line1, address_line2, city, state, pincode, landmark, phone`
const createdAddress = addressView.extend({ requestHash: z.string().nullable() })

function registerAddresses(
  app: FastifyInstance,
  parts: { db: DatabasePool; limits: Limits; now: () => Date },
): void {
  const { db, limits } = parts

  app.serve(peopleCalls.listAddresses, async ({ caller }) => {
    const views = await db.any(sql.type(addressView)`
      select ${addressColumns} from customer_addresses
       where customer_id = ${caller.userId} and deleted_at is null order by created_at, id`)
    return [...views]
  })

  async function findAddress(id: string) {
    const row = await db.maybeOne(
      sql.type(
        createdAddress,
      )`select ${addressColumns}, request_hash from customer_addresses where id = ${id}`,
    )
    if (!row) return undefined
    const { requestHash, ...view } = row
    return { requestHash, view: async () => view }
  }

  app.serve(peopleCalls.addAddress, async ({ caller: { userId }, body, idempotencyKey }) => {
    const once = onceOnly({ kind: 'address', userId, idempotencyKey, content: body })
    const earlier = await once.earlier(findAddress)
    if (earlier) return earlier
    refuseBeyond(limits.addresses, await countPresent(db, 'customer_addresses', userId))
    const view = await db.maybeOne(sql.type(addressView)`
      insert into customer_addresses (id, customer_id, label, address_line1, address_line2, city, state, pincode,
                                      landmark, phone, request_hash)
      values (${once.id}, ${userId}, ${body.label}, ${body.street}, ${body.addressLine2}, ${body.city}, ${body.state},
              ${body.pincode}, ${body.landmark}, ${body.phone}, ${once.requestHash})
      on conflict (id) do nothing returning ${addressColumns}`)
    return view ?? once.created(findAddress)
  })

  app.serve(peopleCalls.changeAddress, async ({ caller, params, body }) => {
    const view = await db.maybeOne(sql.type(addressView)`
      update customer_addresses
         set label = ${body.label}, address_line1 = ${body.street}, address_line2 = ${body.addressLine2},
             city = ${body.city}, state = ${body.state}, pincode = ${body.pincode}, landmark = ${body.landmark},
             phone = ${body.phone}
       where id = ${params.id} and customer_id = ${caller.userId} and deleted_at is null
      returning ${addressColumns}`)
    if (!view) throw new AppError('not-found')
    return view
  })

  app.serve(peopleCalls.removeAddress, ({ caller, params }) =>
    markDeleted(parts, 'customer_addresses', params.id, caller),
  )
}

type Parts = { db: DatabasePool; audit: Audit; erasureLedger: ErasureLedger; now: () => Date }

/** The agreement of an adult family member: given once, each answer is a row and stays as it was. */
function registerRelativeConsent(app: FastifyInstance, parts: Parts): void {
  const { db, audit, erasureLedger, now } = parts

  async function view(caller: Caller, familyMemberId: string): Promise<RelativeConsentView> {
    const { name, isNeeded, givenAt } = await findConsent(parts, caller, familyMemberId)
    return {
      familyMemberId,
      name,
      isNeeded,
      givenAt: givenAt?.toISOString() ?? null,
      text: relativeConsent.text(name),
      version: relativeConsent.version,
    }
  }

  app.serve(peopleCalls.getRelativeConsent, ({ caller, params }) => view(caller, params.id))

  app.serve(peopleCalls.giveRelativeConsent, async ({ caller, params, body }) => {
    const { givenAt, name } = await findConsent(parts, caller, params.id)
    if (body.version !== relativeConsent.version)
      throw new AppError('conflict', 'The text has changed. Please read it again.')
    if (givenAt === null) {
      // two at the same time: the second one finds the first. An edit of the person is waited for: the text that was agreed to has the
      // name that was read. A later edit ends this
      const { rowCount } = await db.query(sql.unsafe`
        with person as (select id from family_members where id = ${params.id} and name = ${name} for share)
        insert into relative_consents (family_member_id, customer_id, version, given_at)
        select id, ${caller.userId}::uuid, ${body.version}::integer, ${now().toISOString()}::timestamptz from person
        on conflict (family_member_id) where withdrawn_at is null do nothing`)
      if (rowCount > 0) await recordConsent(audit, 'given', { caller, familyMemberId: params.id })
    }
    return view(caller, params.id)
  })

  app.serve(peopleCalls.withdrawRelativeConsent, async ({ caller, params }) => {
    await findConsent(parts, caller, params.id)
    const ended = { caller, familyMemberId: params.id, now: now() }
    const isWithdrawn = await db.transaction((tx) => endConsent(tx, erasureLedger, ended))
    if (isWithdrawn) await recordConsent(audit, 'withdrawn', ended)
    return undefined
  })
}
