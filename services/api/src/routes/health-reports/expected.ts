import type { Booking } from '@jaanch/contracts/booking'
import type { Parameter } from '@jaanch/domain/report/parameter'
import type { Expected } from '@jaanch/domain/report/values'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'

const definitionRow = z.object({ definition: z.custom<Parameter>() })
const codesRow = z.object({ codes: z.array(z.string()) })

/** What a report of a booking may be about: what was ordered, or anything where an ordered package doesn't say what it measures. */
export async function expectedOf(db: CommonQueryMethods, { lines }: Booking): Promise<Expected> {
  const ids = lines.map(({ packageId }) => packageId)
  const definitions = await db.any(sql.type(definitionRow)`select definition from parameter_definitions`)
  const packages = await db.any(sql.type(codesRow)`
    select parameter_codes as codes from packages where id = any(${sql.array(ids, 'uuid')})`)
  const isKnown = packages.length > 0 && packages.every(({ codes }) => codes.length > 0)
  return {
    parameters: new Map(definitions.map(({ definition }) => [definition.code, definition])),
    ordered: new Set(isKnown ? packages.flatMap(({ codes }) => codes) : []),
  }
}
