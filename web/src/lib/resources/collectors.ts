import { useList } from '../cache/use-resource'
import { command } from '../idempotency'
import { applyWrite } from './bookings'

/** Who can make the visits of the lab */
export function useCollectors() {
  return useList('/api/lab/collectors')
}

/** Gives the visit of a booking to a collector: all its people who are at the same step. @param collectorId null: to nobody */
export async function assignCollector(id: string, collectorId: string | null): Promise<void> {
  const path = '/api/bookings/:id/collector'
  const { bookings, ...named } = await command('PUT', path, { params: { id }, body: { collectorId } })
  for (const booking of bookings ?? [named]) applyWrite(booking)
}
