import { reportFormRoutes } from '@jaanch/contracts/http/report-form'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { normalRange, parameterRow } from '../../read-models/test-parameters.ts'
import { findBooking } from '../bookings/command-booking.ts'

const formRow = parameterRow.extend({ code: z.string(), options: z.array(z.string()).nullable() })

export function registerGetReportForm(
  app: FastifyInstance,
  parts: { db: DatabasePool; logDb: pg.Pool },
): void {
  const { db } = parts

  app.serve(reportFormRoutes.getReportForm, async ({ params, caller }) => {
    // from its stream, so that a lab can open the form of a booking that the read tables lack
    const { lines } = await findBooking(parts, params.id, caller)
    const packageIds = lines.map(({ packageId }) => packageId)
    // in the order of the packages; a parameter of two packages appears once
    const rows = await db.any(sql.type(formRow)`
      select p.code, p.name, p.unit, p.male_low, p.male_high, p.female_low, p.female_high, p.normal, p.options
        from (select c.code, min(o.place * 1000 + c.place) as place
                from unnest(${sql.array(packageIds, 'uuid')}) with ordinality o (id, place)
                join packages k on k.id = o.id
               cross join lateral unnest(k.parameter_codes) with ordinality c (code, place)
               group by c.code) wanted
        join parameters p on p.code = wanted.code order by wanted.place`)
    return rows.map((row) => ({
      code: row.code,
      name: row.name,
      unit: row.unit,
      options: row.options,
      normalRange: normalRange(row),
    }))
  })
}
