import { randomUUID } from 'node:crypto'
import { type BookingLog, decideBooking } from '@jaanch/booking/command-booking'
import { checkCollector } from '@jaanch/collection/rounds/collectors'
import { actorOf, type Caller, labOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { takePlace } from '@jaanch/platform/http/request-gates'
import { type Limits, refuseBeyond } from '@jaanch/platform/limits/limits'
import { inTransaction } from '@jaanch/platform/postgres'
import { passBarrier, type Reads, readTable } from '@jaanch/platform/reads/read-tables'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { AuditEntry } from '../audit/actions.ts'
import type { Audit } from '../audit/audit.ts'
import { insertAudit } from '../audit/record-audit.ts'
import type { ErasureLedger } from '../privacy/erasure-ledger.ts'
import { renewActivity } from '../sessions/account-changes.ts'
import { endAllSessionsWith, keepFormerSessions, openSessionsOf } from '../sessions/sessions.ts'
import type { Standings } from '../sessions/standings.ts'
import { labStaffCalls } from './api.ts'
import { isOfLab, readPerson } from './list-staff.ts'

type Parts = Reads &
  BookingLog & {
    accountsDb: DatabasePool
    standings: Standings
    audit: Audit
    erasureLedger: ErasureLedger
    limits: Limits
  }

type Change = {
  id: string
  labPartnerId: string
  changes: Omit<BodyOf<typeof labStaffCalls.changeLabPerson>, 'visitsTo'>
  caller: Caller
}
type Person = { labRole: string; isEnded: boolean }

const endedRow = z.object({ userId: z.uuid() })

/** A lab's owner gives a person another role, ends their access, or one of their sessions. */
export function registerChangePerson(app: FastifyInstance, parts: Parts): void {
  const { accountsDb: db, logDb, standings, audit, now } = parts

  app.serveUnplaced(labStaffCalls.changeLabPerson, async (call) => {
    const { params, body, caller, request, reply } = call
    const { id } = params
    const { visitsTo, ...changes } = body
    const labPartnerId = labOf(caller)
    const makesVisits = changes.isEnded !== true && (changes.labRole ?? 'collector') === 'collector'
    if (!makesVisits) {
      const person = { personId: id, labPartnerId, visitsTo }
      await handVisits(parts, { ...person, caller, requestId: request.id, reply })
    }
    await takePlace(request)
    await inTransaction(logDb, (client) => changePerson(client, parts, { id, labPartnerId, changes, caller }))
    standings.invalidate(id)
    return readPerson(db, labPartnerId, id, now())
  })

  app.serve(labStaffCalls.endLabPersonSession, async ({ params, caller }) => {
    const ended = await db.maybeOne(sql.type(endedRow)`
      delete from sessions s using users u
       where s.id = ${params.id} and u.id = s.user_id and ${isOfLab(labOf(caller))} returning s.user_id`)
    if (!ended) throw new AppError('not-found')
    const { userId } = ended
    standings.invalidate(userId)
    await audit.record({
      action: 'session-ended',
      actor: actorOf(caller),
      userId,
      object: `session:${params.id}`,
    })
    return undefined
  })
}

/**
 * What is so already changes nothing. A change ends all sessions, so that no process keeps the role before; their phones can hand in what was
 * done by then.
 */
async function changePerson(
  client: pg.ClientBase,
  { limits, erasureLedger }: Pick<Parts, 'limits' | 'erasureLedger'>,
  { id, labPartnerId, changes, caller }: Change,
): Promise<void> {
  // as invitations do: of people who come back at the same time, no more than there may be
  if (changes.isEnded === false) {
    await client.query(
      'select from users where id = (select user_id from lab_partners where id = $1) for no key update',
      [labPartnerId],
    )
  }
  const { rows } = await client.query<Person>(
    `select lab_role as "labRole", ended_at is not null as "isEnded" from users
      where id = $1 and works_for = $2 and erased_at is null for no key update`,
    [id, labPartnerId],
  )
  const person = rows[0]
  if (!person) throw new AppError('not-found')
  const { labRole = person.labRole, isEnded = person.isEnded } = changes
  const entry = { actor: actorOf(caller), userId: id, object: `lab:${labPartnerId}` }
  const entries: AuditEntry[] = []
  const open = await openSessionsOf(client, id)
  if (labRole !== person.labRole) {
    await client.query('update users set lab_role = $2 where id = $1', [id, labRole])
    const details = { role: 'lab-partner', labRole, before: person.labRole }
    entries.push({ ...entry, action: 'role-granted', details })
  }
  if (isEnded !== person.isEnded) {
    if (!isEnded) refuseBeyond(limits.labPeople, await countPeople(client, labPartnerId))
    await client.query('update users set ended_at = case when $2 then clock_timestamp() end where id = $1', [
      id,
      isEnded,
    ])
    await renewActivity(client, id)
    entries.push({ ...entry, action: isEnded ? 'account-disabled' : 'account-enabled' })
  }
  if (entries.length === 0) return
  await endAllSessionsWith(client, id)
  await keepFormerSessions(client, id, open)
  await insertAudit(client, entries)
  // a restore does not give the access back
  if (isEnded && !person.isEnded) await erasureLedger.record('disabled', id)
}

async function countPeople(client: pg.ClientBase, labPartnerId: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from users where works_for = $1 and erased_at is null and ended_at is null',
    [labPartnerId],
  )
  return rows[0]?.n ?? 0
}

type Request = {
  personId: string
  labPartnerId: string
  /** Who takes the visits, null for nobody yet; undefined: the owner was not asked */
  visitsTo: string | null | undefined
  caller: Caller
  requestId: string
  reply: FastifyReply
}

const bookingRow = z.object({ id: z.uuid() })

/**
 * Takes a person who is to make no visits any more off those that are open, so that no customer is told that they come. What they did
 * before that is recorded whenever it arrives.
 * @throws AppError visits-open if there are some, and it is not said who takes them; not-a-collector
 */
async function handVisits(
  parts: Parts,
  { personId, labPartnerId, visitsTo, caller, requestId, reply }: Request,
): Promise<void> {
  const view = await passBarrier(parts, reply)
  const open = await view.reads.any(sql.type(bookingRow)`
    select b.id from ${readTable(view, 'bookings')} b
     where b.lab_partner_id = ${labPartnerId} and b.data->>'collectorId' = ${personId}
       and b.status in ('pending', 'confirmed', 'sample-collection')
     order by b.id`)
  if (open.length === 0) return
  if (visitsTo === undefined) throw new AppError('visits-open')
  if (visitsTo === personId) throw new AppError('not-a-collector')
  if (visitsTo !== null) await checkCollector(parts.accountsDb, visitsTo, labPartnerId)
  for (const { id: bookingId } of open) {
    await decideBooking(parts, { bookingId, appendId: randomUUID(), caller, requestId }, (booking) =>
      // given to somebody else meanwhile
      booking?.collectorId === personId ? { type: 'assignCollector', collectorId: visitsTo } : undefined,
    )
  }
}
