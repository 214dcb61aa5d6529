import { type IntervalsOfParameter, labIntervalRoutes } from '@jaanch/contracts/http/lab-intervals'
import { criticalBands } from '@jaanch/domain/report/critical-limits'
import type { Parameter } from '@jaanch/domain/report/parameter'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { labOf } from '../../auth/caller.ts'
import { registerAddInterval } from './add-interval.ts'
import { registerEndInterval } from './end-interval.ts'
import { readRows } from './interval-rows.ts'

type Parts = Parameters<typeof registerAddInterval>[1]

export function registerLabIntervalRoutes(app: FastifyInstance, parts: Parts): void {
  app.serve(labIntervalRoutes.listIntervals, ({ caller }) => readAll(parts.logDb, labOf(caller)))
  registerAddInterval(app, parts)
  registerEndInterval(app, parts)
}

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
