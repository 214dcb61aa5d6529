import { insertAudit } from '@jaanch/account/audit/record-audit'
import { criticalBands } from '@jaanch/catalogue/parameters/critical-limits'
import type { Parameter } from '@jaanch/catalogue/parameters/parameter'
import { istDate } from '@jaanch/contracts/calendar'
import { actorOf, labOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { serveCall } from '@jaanch/platform/http/served'
import { inTransaction } from '@jaanch/platform/postgres'
import type pg from 'pg'
import { type IntervalsOfParameter, labIntervalCalls } from './api.ts'
import { lockIntervals, readRow, readRows } from './table.ts'

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
