import { AppError } from '@jaanch/contracts/errors'
import { containedTest } from '@jaanch/domain/catalogue/contained-test'
import type pg from 'pg'
import type { RequestedBooking } from './requested-visit.ts'

/** Nobody pays for a test that another one of theirs contains. @throws AppError invalid */
export async function refuseContained(pool: pg.Pool, bookings: readonly RequestedBooking[]): Promise<void> {
  const several = bookings.filter(({ packageIds }) => packageIds.length > 1)
  if (several.length === 0) return
  const { rows } = await pool.query<{ id: string; name: string; parameterCodes: string[] }>({
    name: 'parameters-of-packages',
    text: 'select id, name, parameter_codes as "parameterCodes" from packages where id = any($1)',
    values: [several.flatMap(({ packageIds }) => packageIds)],
  })
  for (const { packageIds } of several) {
    const contained = containedTest(
      packageIds.flatMap((packageId) => rows.find(({ id }) => id === packageId) ?? []),
    )
    if (contained) {
      const { part, whole } = contained
      throw new AppError('invalid', `${part.name} is already part of ${whole.name}.`)
    }
  }
}
