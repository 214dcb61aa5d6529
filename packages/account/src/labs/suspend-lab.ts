import type { BookingView } from '@jaanch/booking/booking-view'
import { endConsent } from '@jaanch/booking/capacity/capacity-rows'
import { bookingRow, presentBookingRow } from '@jaanch/booking/list/bookings'
import { selectPage } from '@jaanch/booking/list/page'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { Route } from '@jaanch/contracts/http/route'
import type { EventLog } from '@jaanch/eventlog/event-log'
import { identifyCommand } from '@jaanch/eventlog/idempotency'
import { passBarrier, type Reads } from '@jaanch/platform/reads/read-tables'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import type { ErasureLedger } from '../privacy/erasure-ledger.ts'
import { writeAccountChange } from '../sessions/account-changes.ts'
import type { Standings } from '../sessions/standings.ts'
import { type LabPartnerView, labPartnerCalls } from './api.ts'
import { labPartnerDecider } from './lab.ts'
import { labPartners } from './lab-rows.ts'
import { viewLab } from './list-labs.ts'

type Parts = Reads &
  EventLog & { db: DatabasePool; standings: Standings; erasureLedger: ErasureLedger; now: () => Date }

type Call = {
  params: { id: string }
  body: { reason: string }
  caller: Caller
  idempotencyKey: string | undefined
  request: FastifyRequest
  reply: FastifyReply
}

const mostListed = 500

/** Whose access the lab has not ended: nobody is invited meanwhile, because the row of the owner is locked. */
async function lockStaff(client: pg.ClientBase, labPartnerId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from users where works_for = $1 and ended_at is null and erased_at is null
      order by id for no key update`,
    [labPartnerId],
  )
  return rows.map(({ id }) => id)
}

/** An admin suspends a lab, which signs all its people out in the transaction of the event, and reinstates it. */
export function registerSuspendLab(app: FastifyInstance, parts: Parts): void {
  const { appender, logDb: pool, now, standings } = parts
  const { suspendLabPartner, reinstateLabPartner } = labPartnerCalls

  async function change(route: Route, type: 'suspend' | 'reinstate', call: Call): Promise<LabPartnerView> {
    const { params, body, caller, request, reply } = call
    const { appendId, beforeAppend } = await identifyCommand(pool, route, call)
    let changed: string[] = []
    const { state, refused } = await labPartners.handle(
      { appender, pool },
      {
        id: params.id,
        appendId,
        beforeAppend,
        actor: actorOf(caller),
        correlationId: request.id,
        async writeRows(client, _, lab) {
          if (lab.status === 'none') throw new AppError('not-found')
          const { userId } = lab
          await client.query('select from users where id = $1 for no key update', [userId])
          if (type === 'suspend') await endConsent(client, params.id)
          const action = type === 'suspend' ? 'lab-suspended' : 'lab-reinstated'
          const { reason } = body
          const change = {
            action,
            labPartnerId: params.id,
            reason,
            caller,
            ledger: parts.erasureLedger,
          } as const
          changed = [userId, ...(await lockStaff(client, params.id))]
          for (const id of changed) {
            await writeAccountChange(client, { ...change, userId: id })
          }
        },
      },
      (lab) => labPartnerDecider.decide(lab, { type }, now()),
    )
    if (refused) throw new AppError(refused)
    for (const id of changed) standings.invalidate(id)
    return viewLab(parts, params.id, reply, state.status)
  }

  async function readOpenBookings({ params, caller, reply }: Call): Promise<BookingView[]> {
    const view = await passBarrier(parts, reply)
    const query = { tab: 'assigned', lab: params.id, limit: mostListed } as const
    const page = selectPage(view, { caller, query, now: now() })
    return (await view.reads.any(sql.type(bookingRow)`${page}`)).map(presentBookingRow)
  }

  app.serve(suspendLabPartner, async (call) => {
    const lab = await change(suspendLabPartner, 'suspend', call)
    return { ...lab, openBookings: await readOpenBookings(call) }
  })
  app.serve(reinstateLabPartner, (call) => change(reinstateLabPartner, 'reinstate', call))
}
