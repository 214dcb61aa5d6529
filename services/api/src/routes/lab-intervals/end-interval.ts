import { istDate } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import { labIntervalRoutes } from '@jaanch/contracts/http/lab-intervals'
import { inTransaction } from '@jaanch/platform/postgres'
import { insertAudit } from '@jaanch/storage/audit'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { actorOf } from '../../auth/caller.ts'
import { labOf } from '../lab-staff/list-staff.ts'
import { lockIntervals, readRow } from './interval-rows.ts'

/**
 * A lab ends one of its intervals. The row stays, because results refer to it. One that ends on the day it begins, or before, becomes
 * inactive: it applied to nobody, or to results of one day, which have a copy.
 */
export function registerEndInterval(
  app: FastifyInstance,
  { logDb, now }: { logDb: pg.Pool; now: () => Date },
): void {
  app.serve(labIntervalRoutes.endInterval, async ({ params: { id }, body: { validTo }, caller }) => {
    const labPartnerId = labOf(caller)
    return inTransaction(logDb, async (client) => {
      await lockIntervals(client, labPartnerId)
      const present = await readRow(client, labPartnerId, id)
      if (!present?.isOwn) throw new AppError('not-found')
      if (!present.isActive || present.validTo === validTo) return present
      if (validTo < istDate(now())) throw new AppError('date-past')
      if (present.validTo !== null && present.validTo < validTo)
        throw new AppError(
          'wrong-status',
          'It ends earlier already. Please add another interval from then on.',
        )
      const isNever = validTo <= present.validFrom
      await client.query(
        `update reference_intervals
            set valid_to = case when $3 then valid_from + 1 else $2::date end, is_active = not $3 where id = $1`,
        [id, validTo, isNever],
      )
      await insertAudit(client, [
        {
          action: 'interval-ended',
          actor: actorOf(caller),
          userId: caller.userId,
          object: `lab:${labPartnerId}`,
          details: { intervalId: id, code: present.code },
        },
      ])
      return (await readRow(client, labPartnerId, id)) ?? present
    })
  })
}
