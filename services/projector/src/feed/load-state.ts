import type { BookingSummary } from '@jaanch/contracts/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { parseStreamId } from '@jaanch/contracts/events/streams'
import type { PrescriptionSummary } from '@jaanch/domain/prescription/summary'
import type { LabPartnerRow } from '@jaanch/projections/lab-partners'
import type { State } from '@jaanch/projections/project'
import { nameIn } from '@jaanch/projections/tables'
import type pg from 'pg'

/**
 * Adds to `known` what the events' things were before the events. A stream whose first event is among them has nothing yet, and
 * what is known is not read again: most batches read nothing. Otherwise it is one round trip.
 */
export async function loadState(
  client: pg.ClientBase,
  generation: number,
  events: readonly Recorded[],
  known: State,
): Promise<void> {
  const missing = findMissing(events, known)
  if (missing.every((ids) => ids.length === 0)) return
  const { rows } = await client.query<
    | { kind: 'booking'; row: BookingSummary }
    | { kind: 'prescription'; row: PrescriptionSummary }
    | { kind: 'lab'; row: LabPartnerRow }
  >({
    name: `state-${generation}`,
    text: `select 'booking' as kind, data as row from ${nameIn(generation, 'bookings')} where id = any($1)
           union all select 'prescription', data from ${nameIn(generation, 'prescriptions')} where id = any($2)
           union all select 'lab', to_jsonb(l) from ${nameIn(generation, 'lab_partners')} l where id = any($3)`,
    values: missing,
  })
  for (const { kind, row } of rows) {
    if (kind === 'booking') known.bookings.set(row.bookingId, row)
    else if (kind === 'prescription') known.prescriptions.set(row.prescriptionId, row)
    else known.labPartners.set(row.id, row)
  }
}

const kinds = [
  ['booking', 'bookings'],
  ['prescription', 'prescriptions'],
  ['lab', 'labPartners'],
] as const

function findMissing(events: readonly Recorded[], known: State): string[][] {
  const seen = new Set<string>()
  const missing = kinds.map((): string[] => [])
  for (const { streamId, version } of events) {
    if (seen.has(streamId)) continue
    seen.add(streamId)
    if (version === 1) continue
    for (const [index, [kind, things]] of kinds.entries()) {
      const id = parseStreamId(kind, streamId)
      if (id !== undefined && !known[things].has(id)) missing[index]?.push(id)
    }
  }
  return missing
}
