import { istDate } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import {
  type IntervalInput,
  type IntervalView,
  labIntervalRoutes,
} from '@jaanch/contracts/http/lab-intervals'
import { overlaps } from '@jaanch/domain/report/interval'
import { inTransaction } from '@jaanch/platform/postgres'
import { insertAudit } from '@jaanch/storage/audit'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { actorOf, type Caller, labOf } from '../../auth/caller.ts'
import { newIdFor } from '../../http/idempotency.ts'
import { type Limits, refuseBeyond } from '../../limits/limits.ts'
import { checked } from './check-interval.ts'
import { lockIntervals, readRow, readRows } from './interval-rows.ts'

type Parts = { logDb: pg.Pool; limits: Limits; now: () => Date }

type New = IntervalInput & { id: string; acceptedFrom: string | null }

/** A lab adds an interval or critical limits of its own, or takes an inactive one of the catalogue. */
export function registerAddInterval(app: FastifyInstance, parts: Parts): void {
  const { logDb, now } = parts

  app.serve(labIntervalRoutes.addInterval, async ({ body, caller, idempotencyKey }) => {
    const labPartnerId = labOf(caller)
    const id = newIdFor('lab-interval', caller.userId, idempotencyKey)
    return inTransaction(logDb, async (client) => {
      await lockIntervals(client, labPartnerId)
      const wanted = await checked(client, body)
      const earlier = await readRow(client, labPartnerId, id)
      if (!earlier) return add(client, parts, caller, { ...wanted, id, acceptedFrom: null })
      if (!isSame(earlier, wanted)) throw new AppError('key-reused')
      return earlier
    })
  })

  app.serve(labIntervalRoutes.acceptInterval, async ({ params, caller }) => {
    const labPartnerId = labOf(caller)
    return inTransaction(logDb, async (client) => {
      await lockIntervals(client, labPartnerId)
      const offered = await readRow(client, labPartnerId, params.id)
      if (!offered || offered.isOwn) throw new AppError('not-found')
      if (offered.isActive)
        throw new AppError('wrong-status', 'This interval of the catalogue applies to your results already.')
      const today = istDate(now())
      const own = await readRows(client, labPartnerId, offered.code)
      const accepted = own.find(
        ({ acceptedFrom, isActive, validTo }) =>
          acceptedFrom === offered.id && isActive && (validTo === null || validTo > today),
      )
      if (accepted) return accepted
      const { id: acceptedFrom, ...rest } = offered
      return add(client, parts, caller, {
        ...rest,
        id: newIdFor('lab-interval', caller.userId, undefined),
        validFrom: today,
        acceptedFrom,
      })
    })
  })
}

/** Whether a repeated request asks for the same. */
function isSame(view: IntervalView, body: IntervalInput): boolean {
  return (Object.keys(body) as (keyof IntervalInput)[]).every((key) => view[key] === body[key])
}

/** @throws AppError too-many, interval-overlaps */
async function add(
  client: pg.ClientBase,
  { limits }: Pick<Parts, 'limits'>,
  caller: Caller,
  wanted: New,
): Promise<IntervalView> {
  const labPartnerId = labOf(caller)
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from reference_intervals where lab_partner_id = $1',
    [labPartnerId],
  )
  refuseBeyond(limits.labIntervals, rows[0]?.n ?? 0)
  const present = await readRows(client, labPartnerId, wanted.code)
  const other = present.find(
    (one) =>
      one.isOwn &&
      one.isActive &&
      one.kind === wanted.kind &&
      overlaps({ ...one, labPartnerId }, { ...wanted, validTo: null, labPartnerId }),
  )
  if (other) throw new AppError('interval-overlaps')
  const { id, code, kind, sex, ageFrom, ageTo, method, low, high, expected, validFrom, source } = wanted
  const { acceptedFrom } = wanted
  await client.query(
    `insert into reference_intervals (id, code, sex, age_from, age_to, method, lab_partner_id, low, high, expected, valid_from, source,
                                      created_by, accepted_from, kind)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      id,
      code,
      sex,
      ageFrom,
      ageTo,
      method,
      labPartnerId,
      low,
      high,
      expected,
      validFrom,
      source,
      caller.userId,
      acceptedFrom,
      kind,
    ],
  )
  await insertAudit(client, [
    {
      action: acceptedFrom ? 'interval-accepted' : 'interval-added',
      actor: actorOf(caller),
      userId: caller.userId,
      object: `lab:${labPartnerId}`,
      details: { intervalId: id, code, kind },
    },
  ])
  const added = await readRow(client, labPartnerId, id)
  if (!added) throw new Error('The interval was not added')
  return added
}
