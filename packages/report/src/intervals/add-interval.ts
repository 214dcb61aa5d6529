import { insertAudit } from '@jaanch/account/audit/record-audit'
import { criticalBands } from '@jaanch/catalogue/parameters/critical-limits'
import { overlaps } from '@jaanch/catalogue/parameters/interval'
import { type Parameter, takesAnyText } from '@jaanch/catalogue/parameters/parameter'
import { rounded, sameWord } from '@jaanch/catalogue/parameters/reading'
import { faultOfOwn, type LimitFault } from '@jaanch/catalogue/parameters/rules'
import { istDate } from '@jaanch/contracts/calendar'
import { actorOf, type Caller, labOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { newIdFor } from '@jaanch/eventlog/idempotency'
import { serveCall } from '@jaanch/platform/http/served'
import { refuseBeyond } from '@jaanch/platform/limits/limits'
import { inTransaction } from '@jaanch/platform/postgres'
import type pg from 'pg'
import type { Limits } from '../limits.ts'
import { type IntervalInput, type IntervalView, labIntervalCalls } from './api.ts'
import { lockIntervals, readRow, readRows } from './table.ts'

type New = IntervalInput & { id: string; acceptedFrom: string | null }

/** A lab adds an interval or critical limits of its own. */
export const addInterval = serveCall(
  labIntervalCalls.addInterval,
  async ({ body, caller, idempotencyKey }, { logDb, limits }) => {
    const labPartnerId = labOf(caller)
    const id = newIdFor('lab-interval', caller.userId, idempotencyKey)
    return inTransaction(logDb, async (client) => {
      await lockIntervals(client, labPartnerId)
      const wanted = await checked(client, body)
      const earlier = await readRow(client, labPartnerId, id)
      if (!earlier) return add(client, limits, caller, { ...wanted, id, acceptedFrom: null })
      if (!isSame(earlier, wanted)) throw new AppError('key-reused')
      return earlier
    })
  },
)

/** A lab takes an inactive interval of the catalogue as its own. */
export const acceptInterval = serveCall(
  labIntervalCalls.acceptInterval,
  async ({ params, caller }, { logDb, limits, now }) => {
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
      return add(client, limits, caller, {
        ...rest,
        id: newIdFor('lab-interval', caller.userId, undefined),
        validFrom: today,
        acceptedFrom,
      })
    })
  },
)

/** Whether a repeated request asks for the same. */
function isSame(view: IntervalView, body: IntervalInput): boolean {
  return (Object.keys(body) as (keyof IntervalInput)[]).every((key) => view[key] === body[key])
}

/** @throws AppError too-many, interval-overlaps */
async function add(
  client: pg.ClientBase,
  limits: Limits,
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
