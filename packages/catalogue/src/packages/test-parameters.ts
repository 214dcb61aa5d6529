import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { PackageView } from './api.ts'

export const parameterRow = z.object({
  name: z.string(),
  unit: z.string().nullable(),
  maleLow: z.number().nullable(),
  maleHigh: z.number().nullable(),
  femaleLow: z.number().nullable(),
  femaleHigh: z.number().nullable(),
  normal: z.string().nullable(),
})
type ParameterRow = z.output<typeof parameterRow>

const codedRow = parameterRow.extend({ code: z.string() })

/** The parameters that a package measures, in its order, with the reference intervals of adults, and their codes. */
export async function readTestParameters(
  db: CommonQueryMethods,
  packageId: string,
): Promise<Pick<PackageView, 'testParameters' | 'parameterCodes'>> {
  const rows = await db.any(sql.type(codedRow)`
    select p.code, p.name, p.unit, p.male_low, p.male_high, p.female_low, p.female_high, p.normal
      from packages k
     cross join lateral unnest(k.parameter_codes) with ordinality c (code, place)
      join parameters p on p.code = c.code
     where k.id = ${packageId} order by c.place`)
  return {
    testParameters: rows.map((row) => ({
      name: row.name,
      unit: row.unit ?? '',
      normalRange: normalRange(row),
    })),
    parameterCodes: rows.map(({ code }) => code),
  }
}

function interval(low: number | null, high: number | null): string {
  if (low === null && high === null) return ''
  if (low === null) return `up to ${high}`
  if (high === null) return `${low} or more`
  return `${low}–${high}`
}

export function normalRange(row: ParameterRow): string {
  const male = interval(row.maleLow, row.maleHigh)
  const female = interval(row.femaleLow, row.femaleHigh)
  if (!male && !female) return row.normal ?? ''
  return male === female ? male : `Men ${male}, women ${female}`
}
