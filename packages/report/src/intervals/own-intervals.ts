import { insertAudit } from '@jaanch/account/audit/audit'
import { criticalBands } from '@jaanch/catalogue/parameters/critical-limits'
import { overlaps } from '@jaanch/catalogue/parameters/interval'
import { type Parameter, takesAnyText } from '@jaanch/catalogue/parameters/parameter'
import { rounded, sameWord } from '@jaanch/catalogue/parameters/reading'
import { faultOfOwn, type LimitFault } from '@jaanch/catalogue/parameters/rules'
import { istDate } from '@jaanch/contracts/calendar'
import { actorOf, type Caller, labOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { pickFields } from '@jaanch/contracts/http/fields'
import { newIdFor } from '@jaanch/eventlog/idempotency'
import { serveCall } from '@jaanch/platform/http/served'
import { refuseBeyond } from '@jaanch/platform/limits/limits'
import { inTransaction } from '@jaanch/platform/postgres'
import type pg from 'pg'
import type { Limits } from '../limits.ts'
import { insertRow } from '../table.ts'
import {
  type IntervalInput,
  type IntervalsOfParameter,
  type IntervalView,
  interval,
  labIntervalCalls,
} from './api.ts'

/** The intervals of the catalogue and of the caller's lab, by parameter. */
export const listIntervals = serveCall(labIntervalCalls.listIntervals, ({ caller }, { logDb }) =>
  readAll(logDb, labOf(caller)),
)

type ParameterRow = Omit<IntervalsOfParameter, 'intervals' | 'critical'> &
  Pick<Parameter, 'criticalLow' | 'criticalHigh' | 'criticalAges'>

async function readAll(db: pg.Pool, labPartnerId: string): Promise<IntervalsOfParameter[]> {
  const [{ rows: parameters }, rows] = await Promise.all([
    db.query<ParameterRow>(
      `select d.definition ->> 'code' as code, d.definition ->> 'name' as name, d.definition ->> 'unit' as unit,
              (d.definition ->> 'decimals')::int as decimals, nullif(d.definition -> 'options', 'null') as options,
              nullif(d.definition -> 'male', 'null') as male, nullif(d.definition -> 'female', 'null') as female,
              d.definition ->> 'normal' as normal, (d.definition ->> 'criticalLow')::float8 as "criticalLow",
              (d.definition ->> 'criticalHigh')::float8 as "criticalHigh", d.definition -> 'criticalAges' as "criticalAges"
         from parameter_definitions d join parameters p using (code)
        where p.is_active order by lower(d.definition ->> 'name'), 1`,
    ),
    readRows(db, labPartnerId),
  ])
  const byCode = Map.groupBy(rows, ({ code }) => code)
  return parameters.map(({ criticalLow, criticalHigh, criticalAges, ...parameter }) => ({
    ...parameter,
    critical: criticalBands({ code: parameter.code, criticalLow, criticalHigh, criticalAges }),
    intervals: byCode.get(parameter.code) ?? [],
  }))
}

/**
 * A lab ends one of its intervals. The row stays, because results refer to it. One that ends on the day it begins, or before, becomes
 * inactive: it applied to nobody, or to results of one day, which have a copy.
 */
export const endInterval = serveCall(
  labIntervalCalls.endInterval,
  async ({ params: { id }, body: { validTo }, caller }, { logDb, now }) => {
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
  },
)

type New = IntervalInput & Pick<IntervalView, 'id' | 'acceptedFrom'>

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
      const own = await readRows(client, labPartnerId, { code: offered.code })
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
  const present = await readRows(client, labPartnerId, { code: wanted.code })
  const other = present.find(
    (one) =>
      one.isOwn &&
      one.isActive &&
      one.kind === wanted.kind &&
      overlaps({ ...one, labPartnerId }, { ...wanted, validTo: null, labPartnerId }),
  )
  if (other) throw new AppError('interval-overlaps')
  const { id, code, kind, acceptedFrom } = wanted
  const row = { ...pickFields(interval, { ...wanted, validTo: null }), id, acceptedFrom, labPartnerId }
  await insertRow(client, 'reference_intervals', { ...row, createdBy: caller.userId })
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
 * @param only of one parameter, or one row; missing: all
 */
async function readRows(
  db: Pick<pg.ClientBase, 'query'>,
  labPartnerId: string,
  { code = null, id = null }: { code?: string | null; id?: string | null } = {},
): Promise<IntervalView[]> {
  const { rows } = await db.query<IntervalView>(
    `select ${columns} from reference_intervals i
      where (i.lab_partner_id = $1 or i.lab_partner_id is null)
        and ($2::text is null or i.code = $2) and ($3::uuid is null or i.id = $3)
      order by i.code, i.kind desc, i.lab_partner_id is null, i.age_from, i.sex nulls first, i.valid_from, i.id`,
    [labPartnerId, code, id],
  )
  return rows
}

/** @returns undefined: there is none, or it is another lab's */
async function readRow(
  client: pg.ClientBase,
  labPartnerId: string,
  id: string,
): Promise<IntervalView | undefined> {
  return (await readRows(client, labPartnerId, { id }))[0]
}

/** Changes of the intervals of a lab wait for each other, so that no two overlapping ones are added at once. */
async function lockIntervals(client: pg.ClientBase, labPartnerId: string): Promise<void> {
  await client.query('select from lab_partners where id = $1 for no key update', [labPartnerId])
}
