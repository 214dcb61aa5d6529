import { actorOf, type Caller, labOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { serveCall } from '@jaanch/platform/http/served'
import { refuseBeyond } from '@jaanch/platform/limits/limits'
import type pg from 'pg'
import { sql } from 'slonik'
import { z } from 'zod'
import type { AuditEntry } from '../audit/actions.ts'
import { insertAudit } from '../audit/audit.ts'
import type { Limits } from '../limits.ts'
import { type AccountAccess, renewActivity } from '../sessions/account-changes.ts'
import { endAllSessionsWith, keepFormerSessions, openSessionsOf } from '../sessions/sessions.ts'
import { labStaffCalls } from './api.ts'
import { isOfLab } from './list-staff.ts'

const endedRow = z.object({ userId: z.uuid() })

export const endLabPersonSession = serveCall(
  labStaffCalls.endLabPersonSession,
  async ({ params, caller }, { accountsDb, standings, audit }) => {
    const ended = await accountsDb.maybeOne(sql.type(endedRow)`
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
  },
)

type Change = {
  id: string
  labPartnerId: string
  changes: Omit<BodyOf<typeof labStaffCalls.changeLabPerson>, 'visitsTo'>
  caller: Caller
}
type Person = { labRole: string; isEnded: boolean }

/**
 * Changes a person's role or access, unless they have it already. A change ends all sessions, so that no process keeps the former role;
 * their phones can still hand in what was done before it.
 */
export async function changePerson(
  client: pg.ClientBase,
  { limits, accountAccess }: { limits: Limits; accountAccess: AccountAccess },
  { id, labPartnerId, changes, caller }: Change,
): Promise<void> {
  // the lock that invitations take too: people who come back at the same time must not exceed the limit
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
    await renewActivity(client, accountAccess, id)
    entries.push({ ...entry, action: isEnded ? 'account-disabled' : 'account-enabled' })
  }
  if (entries.length === 0) return
  await endAllSessionsWith(client, id)
  await keepFormerSessions(client, id, open)
  await insertAudit(client, entries)
  // a restore does not give the access back
  if (isEnded && !person.isEnded) await accountAccess.keepEnded(id)
}

async function countPeople(client: pg.ClientBase, labPartnerId: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from users where works_for = $1 and erased_at is null and ended_at is null',
    [labPartnerId],
  )
  return rows[0]?.n ?? 0
}
