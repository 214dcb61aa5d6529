import { randomUUID } from 'node:crypto'
import { AppError, errorCatalogue } from '@jaanch/contracts/errors'
import type { LabPartnerEvent } from '@jaanch/contracts/events/lab-partner'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { streamId } from '@jaanch/contracts/events/streams'
import { type LabPartnerView, labPartnerRoutes } from '@jaanch/contracts/http/lab-partners'
import { fold } from '@jaanch/domain/decider'
import { labPartnerDecider } from '@jaanch/domain/lab-partner/decider'
import { decideAndAppend } from '@jaanch/eventlog/decide'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'slonik'
import { hashPassword } from '../../auth/passwords.ts'
import type { Context } from '../../context.ts'
import { appendWithin } from '../../http/append-within.ts'
import { serve } from '../../http/serve.ts'
import { actorOf, type Caller } from '../../plugins/authentication.ts'
import { passBarrier } from '../../reads/tables.ts'
import { insertUser } from '../auth/users.ts'
import { type LabPartnerRow, labPartnerRow, presentLabPartner, selectLabPartners } from './rows.ts'

export function serveLabPartners(app: FastifyInstance, context: Context): void {
  const { db, logDb, appender, now } = context

  serve(app, context, labPartnerRoutes.registerLabPartner, async ({ body }) => {
    const userId = randomUUID()
    const labPartnerId = randomUUID()
    const passwordHash = await hashPassword(body.password)
    await db.transaction(async (tx) => {
      const isNew = await insertUser(tx, {
        id: userId,
        role: 'lab-partner',
        name: body.organizationName,
        email: body.email,
        phone: body.phone,
        password_hash: passwordHash,
      })
      if (!isNew) throw new AppError('email-taken')
      await tx.query(sql.unsafe`
        insert into lab_partners (id, user_id, lab_name, organization_name, address)
        values (${labPartnerId}, ${userId}, ${body.organizationName}, ${body.organizationName}, ${body.address})`)
      await appendWithin(tx, {
        id: randomUUID(),
        streamId: streamId('lab', labPartnerId),
        expected: 0,
        events: [{ type: 'LabApplied', data: { labPartnerId, userId } }],
        actor: `lab-partner:${userId}`,
      })
    })
    return { id: labPartnerId, message: errorCatalogue['lab-under-review'][1] }
  })

  async function list(reply: FastifyReply, limit: number, onlyApproved: boolean): Promise<LabPartnerView[]> {
    const view = await passBarrier(context, reply)
    const rows = await db.any(sql.type(labPartnerRow)`
      ${selectLabPartners(view)} where ${!onlyApproved} or r.status = 'approved'
      order by r.created_at desc, r.id desc limit ${limit}`)
    reply.header('log-position', String(rows[0]?.log_position ?? view.position))
    return rows.map(presentLabPartner)
  }

  serve(app, context, labPartnerRoutes.listApprovedLabPartners, ({ reply, query }) =>
    list(reply, query.limit, true),
  )
  serve(app, context, labPartnerRoutes.listAllLabPartners, ({ reply, query }) =>
    list(reply, query.limit, false),
  )

  async function decideOn(
    id: string,
    command: 'approve' | 'reject',
    caller: Caller,
    reply: FastifyReply,
  ): Promise<LabPartnerView> {
    await decideAndAppend({
      appender,
      db: logDb,
      id: randomUUID(),
      streamId: streamId('lab', id),
      actor: actorOf(caller),
      decide(history) {
        const lab = fold(labPartnerDecider, history as Recorded<LabPartnerEvent>[])
        const decision = labPartnerDecider.decide(lab, { type: command }, now())
        if ('refused' in decision) throw new AppError(decision.refused)
        return decision.events
      },
    })
    return presentLabPartner(await readOne(id, reply))
  }

  async function readOne(id: string, reply: FastifyReply): Promise<LabPartnerRow> {
    const view = await passBarrier(context, reply)
    const row = await db.maybeOne(sql.type(labPartnerRow)`${selectLabPartners(view)} where r.id = ${id}`)
    if (!row) throw new AppError('unavailable')
    return row
  }

  serve(app, context, labPartnerRoutes.approveLabPartner, ({ params, caller, reply }) =>
    decideOn(params.id, 'approve', caller, reply),
  )
  serve(app, context, labPartnerRoutes.rejectLabPartner, ({ params, caller, reply }) =>
    decideOn(params.id, 'reject', caller, reply),
  )
}
