import type { BookingSummary } from '@jaanch/contracts/booking'
import type { PlannedTube } from '@jaanch/contracts/custody'
import { type CommonQueryMethods, sql } from 'slonik'
import { plannedColumns, plannedPackage, plannedTubes } from '../../read-models/bookings/tubes.ts'

/** @returns the tubes that a booking has: those that were planned, or else those of today's catalogue */
export async function planTubesOf(
  db: Pick<CommonQueryMethods, 'any'>,
  { custody, lines }: Pick<BookingSummary, 'custody' | 'lines'>,
): Promise<PlannedTube[]> {
  if (custody && custody.tubes.length > 0) return custody.tubes
  const ids = lines.map(({ packageId }) => packageId)
  const packages = await db.any(sql.type(plannedPackage)`
    select ${plannedColumns} from packages where id = any(${sql.array(ids, 'uuid')})`)
  return plannedTubes(ids.flatMap((id) => packages.find((each) => each.id === id) ?? []))
}
