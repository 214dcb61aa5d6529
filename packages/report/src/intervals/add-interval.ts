import { insertAudit } from '@jaanch/account/audit/record-audit'
import { istDate } from '@jaanch/contracts/calendar'
import { actorOf, type Caller, labOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { newIdFor } from '@jaanch/eventlog/idempotency'
import { type Limits, refuseBeyond } from '@jaanch/platform/limits/limits'
import { inTransaction } from '@jaanch/platform/postgres'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { criticalBands } from '../critical/critical-limits.ts'
import { faultOfOwn, type LimitFault } from '../critical/own-limits.ts'
import { type Parameter, takesAnyText } from '../results/parameter.ts'
import { rounded, sameWord } from '../results/reading.ts'
import { type IntervalInput, type IntervalView, labIntervalCalls } from './api.ts'
import { overlaps } from './interval.ts'

type Parts = { logDb: pg.Pool; limits: Limits; now: () => Date }

type New = IntervalInput & { id: string; acceptedFrom: string | null }

/** A lab adds an interval or critical limits of its own, or takes an inactive one of the catalogue. */
export function registerAddInterval(app: FastifyInstance, parts: Parts): void {
  const { logDb, now } = parts

  app.serve(labIntervalCalls.addInterval, async ({ body, caller, idempotencyKey }) => {
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

  app.serve(labIntervalCalls.acceptInterval, async ({ params, caller }) => {
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

/**
 * Checks an interval against its parameter. The expected text gets the spelling of the parameter.
 * @throws AppError invalid, with the property
 */
async function checked(client: pg.ClientBase, body: IntervalInput): Promise<IntervalInput> {
  const { rows } = await client.query<{ definition: Parameter }>(
    'select definition from parameter_definitions where code = $1',
    [body.code],
  )
  const parameter = rows[0]?.definition
  if (!parameter) throw new AppError('invalid', `code: no parameter is called ${body.code}.`)
  if (body.validFrom < '2000-01-01') throw new AppError('invalid', 'validFrom: must be 2000-01-01 or later.')
  if (body.kind === 'critical') return checkedCritical(parameter, body)
  return parameter.decimals === null
    ? checkedText(parameter, body)
    : checkedNumbers(parameter, parameter.decimals, body)
}

function checkedText(parameter: Parameter, body: IntervalInput): IntervalInput {
  const { code, options } = parameter
  if (body.low !== null || body.high !== null)
    throw new AppError('invalid', `low: results of ${code} are texts; please give the expected one.`)
  if (body.expected === null) throw new AppError('invalid', 'expected: is required.')
  if (options === null || takesAnyText(parameter)) return body
  const { expected } = body
  const option = options.find((known) => sameWord(known, expected))
  if (!option) throw new AppError('invalid', `expected: must be one of ${options.join(', ')}.`)
  return { ...body, expected: option }
}

/** Limits have no more decimals than the results that are shown. */
function checkedNumbers({ code }: Parameter, decimals: number, body: IntervalInput): IntervalInput {
  if (body.expected !== null) throw new AppError('invalid', `expected: results of ${code} are numbers.`)
  if (body.low === null && body.high === null)
    throw new AppError('invalid', 'low: one of the two limits is required.')
  for (const property of ['low', 'high'] as const) {
    const limit = body[property]
    if (limit !== null && rounded(limit, decimals) !== limit)
      throw new AppError('invalid', `${property}: ${code} has ${decimals} decimals.`)
  }
  return body
}

/** Own critical limits are for numbers, and at no age looser than those of the catalogue. */
function checkedCritical(parameter: Parameter, body: IntervalInput): IntervalInput {
  const { code, decimals } = parameter
  if (decimals === null)
    throw new AppError(
      'invalid',
      `code: results of ${code} are texts, which have no critical limits of a lab.`,
    )
  if (body.sex !== null || body.method !== null)
    throw new AppError('invalid', 'sex: critical limits are for both sexes and any method.')
  const checkedLimits = checkedNumbers(parameter, decimals, body)
  const fault = faultOfOwn(criticalBands(parameter), checkedLimits)
  if (fault) throw new AppError('invalid', `${fault.property}: ${sentenceAbout(fault)}`)
  return checkedLimits
}

function sentenceAbout({ property, reason, band: { ageFrom, ageTo, low, high } }: LimitFault): string {
  const ages =
    ageTo === null ? `from ${ageFrom} months of age on` : `from ${ageFrom} to ${ageTo} months of age`
  if (reason === 'crossed')
    return property === 'low'
      ? `must be lower than ${high}, which is critical in the catalogue ${ages}.`
      : `must be higher than ${low}, which is critical in the catalogue ${ages}.`
  return property === 'low'
    ? `must be ${low} or higher, because ≤ ${low} is critical in the catalogue ${ages}.`
    : `must be ${high} or lower, because ≥ ${high} is critical in the catalogue ${ages}.`
}

/** A row of `reference_intervals` as callers see it. */
const columns = `i.id, i.code, i.kind, i.sex, i.age_from as "ageFrom", i.age_to as "ageTo", i.method, i.low::float8 as low, i.high::float8 as high,
  i.expected, i.valid_from::text as "validFrom", i.valid_to::text as "validTo", i.source, i.lab_partner_id is not null as "isOwn",
  i.is_active as "isActive", i.accepted_from as "acceptedFrom"`

/**
 * The rows of the catalogue and of one lab, the lab's first, then by age.
 * @param code of one parameter; null: of all
 */
export async function readRows(
  db: Pick<pg.ClientBase, 'query'>,
  labPartnerId: string,
  code: string | null = null,
): Promise<IntervalView[]> {
  const { rows } = await db.query<IntervalView>(
    `select ${columns} from reference_intervals i
      where (i.lab_partner_id = $1 or i.lab_partner_id is null) and ($2::text is null or i.code = $2)
      order by i.code, i.kind desc, i.lab_partner_id is null, i.age_from, i.sex nulls first, i.valid_from, i.id`,
    [labPartnerId, code],
  )
  return rows
}

/** @returns undefined: there is none, or it is another lab's */
export async function readRow(
  db: Pick<pg.ClientBase, 'query'>,
  labPartnerId: string,
  id: string,
): Promise<IntervalView | undefined> {
  const { rows } = await db.query<IntervalView>(
    `select ${columns} from reference_intervals i
      where i.id = $2 and (i.lab_partner_id = $1 or i.lab_partner_id is null)`,
    [labPartnerId, id],
  )
  return rows[0]
}

/** Changes of the intervals of a lab wait for each other, so that no two overlapping ones are added at once. */
export async function lockIntervals(client: pg.ClientBase, labPartnerId: string): Promise<void> {
  await client.query('select from lab_partners where id = $1 for no key update', [labPartnerId])
}
