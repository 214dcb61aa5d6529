import { randomUUID } from 'node:crypto'
import { errorCatalogue } from '@jaanch/contracts/errors'
import { streamId } from '@jaanch/contracts/events/streams'
import { labPartnerRoutes } from '@jaanch/contracts/http/lab-partners'
import type { BodyOf } from '@jaanch/contracts/http/route'
import type { FastifyInstance } from 'fastify'
import { sql } from 'slonik'
import { registeredBefore } from '../../auth/find-registered-user.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { insertUser } from '../../auth/users.ts'
import type { Context } from '../../context.ts'
import { appendWithin } from '../../http/append-within.ts'
import { hashOfBody, newIdFor } from '../../http/idempotency.ts'
import { serve } from '../../http/serve.ts'

type Application = Omit<BodyOf<typeof labPartnerRoutes.registerLabPartner>, 'password'>

export function serveLabRegistration(app: FastifyInstance, context: Context): void {
  const { db } = context

  /** @returns false when the e-mail is taken, and nothing was done */
  function apply(
    lab: Application,
    ids: { userId: string; labPartnerId: string; requestId: string },
    passwordHash: string,
  ): Promise<boolean> {
    const { userId, labPartnerId } = ids
    const name = lab.organizationName
    return db.transaction(async (tx) => {
      const user = { id: userId, name, email: lab.email, phone: lab.phone, password_hash: passwordHash }
      if (!(await insertUser(tx, { ...user, role: 'lab-partner' }))) return false
      await tx.query(sql.unsafe`
        insert into lab_partners (id, user_id, lab_name, organization_name, address)
        values (${labPartnerId}, ${userId}, ${name}, ${name}, ${lab.address})`)
      await appendWithin(tx, {
        id: randomUUID(),
        streamId: streamId('lab', labPartnerId),
        expected: 0,
        events: [{ type: 'LabApplied', data: { labPartnerId, userId } }],
        actor: `lab-partner:${userId}`,
        correlationId: ids.requestId,
      })
      return true
    })
  }

  serve(app, context, labPartnerRoutes.registerLabPartner, async ({ body, idempotencyKey, request }) => {
    const { password, ...lab } = body
    // nobody is signed in yet whose key it could be, so the key belongs to the application that it comes with
    const idOf = (kind: string) => newIdFor(kind, hashOfBody(lab), idempotencyKey)
    const ids = { userId: idOf('lab-user'), labPartnerId: idOf('lab'), requestId: request.id }
    const isNew = await apply(lab, ids, await hashPassword(password))
    if (!isNew) await registeredBefore(context, ids.userId, body)
    return { id: ids.labPartnerId, message: errorCatalogue['lab-under-review'][1] }
  })
}
