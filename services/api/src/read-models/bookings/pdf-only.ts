import type { OrderLine } from '@jaanch/contracts/booking'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'

const nameRow = z.object({ name: z.string() })

/**
 * For staff: which tests of a booking measure no parameter of the catalogue, so that their report is a PDF.
 * @param lines what was ordered
 * @returns the names of the tests in alphabetical order; of a package, those of its tests, or its own if it lists no tests
 */
export async function readPdfOnly(
  db: Pick<CommonQueryMethods, 'any'>,
  lines: readonly Pick<OrderLine, 'packageId'>[],
): Promise<string[]> {
  const ids = lines.map(({ packageId }) => packageId)
  const ordered = sql.fragment`(select * from packages where id = any (${sql.array(ids, 'uuid')})) o`
  const rows = await db.any(sql.type(nameRow)`
    select name from ${ordered} where test_codes = '{}' and parameter_codes = '{}'
     union
    select t.name from ${ordered}
      join packages t on t.code = any (o.test_codes)
        -- one that the admin's form created has no code of its own
        or t.code is null and 'ID-' || upper(left(t.id::text, 8)) = any (o.test_codes)
     where t.parameter_codes = '{}'
     order by name`)
  return rows.map(({ name }) => name)
}
