/** A lab's owner invites people, who get an account whose password the link of a mail sets. */
import { actorOf, labOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { labStaffRoles } from '@jaanch/contracts/staff-roles'
import { hashOfBody, newIdFor } from '@jaanch/eventlog/idempotency'
import { serveCall } from '@jaanch/platform/http/served'
import { refuseBeyond } from '@jaanch/platform/limits/limits'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { createInvitation } from '../sessions/set-password.ts'
import { noPassword } from '../users/user-rows.ts'
import { labStaffCalls } from './api.ts'
import { isOfLab, readPerson } from './list-staff.ts'

const labRow = z.object({ labName: z.string(), isActive: z.boolean() })
const countRow = z.object({ n: z.number() })
const invitedRow = z.object({ labRole: z.enum(labStaffRoles) })

export const inviteLabPerson = serveCall(
  labStaffCalls.inviteLabPerson,
  async ({ body, caller, idempotencyKey }, services) => {
    const { accountsDb, audit, limits, rateLimits, publicUrl, now } = services
    const labPartnerId = labOf(caller)
    // also of addresses that have an account: nobody tries out which ones do
    await rateLimits.count('invitations', labPartnerId)
    const { name, email, labRole } = body
    const id = newIdFor('lab-person', `${labPartnerId} ${hashOfBody(body)}`, idempotencyKey)
    await accountsDb.transaction(async (tx) => {
      const labName = await lockLab(tx, labPartnerId)
      // a repeated request
      if (await tx.exists(sql.unsafe`select 1 from users u where u.id = ${id} and ${isOfLab(labPartnerId)}`))
        return
      const { n } = await tx.one(sql.type(countRow)`
        select count(*) as n from users u where ${isOfLab(labPartnerId)} and u.ended_at is null`)
      refuseBeyond(limits.labPeople, n)
      const { rowCount } = await tx.query(sql.unsafe`
        insert into users (id, role, works_for, lab_role, name, email, password_hash)
        values (${id}, 'lab-partner', ${labPartnerId}, ${labRole}, ${name}, ${email}, ${noPassword})
        on conflict do nothing`)
      if (rowCount === 0) throw new AppError('email-taken')
      await createInvitation(tx, { userId: id, labName, labRole, publicUrl, now: now() })
      const details = { role: 'lab-partner', labRole }
      const object = `lab:${labPartnerId}`
      await audit.record({ action: 'role-granted', actor: actorOf(caller), userId: id, object, details })
    })
    return readPerson(accountsDb, labPartnerId, id, now())
  },
)

export const inviteLabPersonAgain = serveCall(
  labStaffCalls.inviteLabPersonAgain,
  async ({ params: { id }, caller }, { accountsDb, rateLimits, publicUrl, now }) => {
    const labPartnerId = labOf(caller)
    await rateLimits.count('invitations', labPartnerId)
    await accountsDb.transaction(async (tx) => {
      const labName = await lockLab(tx, labPartnerId)
      const invited = await tx.maybeOne(sql.type(invitedRow)`
        select u.lab_role from users u
         where u.id = ${id} and ${isOfLab(labPartnerId)} and u.is_active and u.password_hash = ${noPassword}
           for no key update`)
      if (!invited) {
        await readPerson(tx, labPartnerId, id, now())
        throw new AppError('wrong-status', 'Only who has not set a password yet can be invited again.')
      }
      const { labRole } = invited
      await createInvitation(tx, { userId: id, labName, labRole, publicUrl, now: now() })
    })
    return readPerson(accountsDb, labPartnerId, id, now())
  },
)

/** Locks the row of the owner: a suspension of the lab, and other invitations, wait for this one. */
async function lockLab(tx: CommonQueryMethods, labPartnerId: string): Promise<string> {
  const lab = await tx.one(sql.type(labRow)`
    select l.lab_name, u.is_active from lab_partners l join users u on u.id = l.user_id
     where l.id = ${labPartnerId} for no key update of u`)
  if (!lab.isActive) throw new AppError('lab-suspended')
  return lab.labName
}
