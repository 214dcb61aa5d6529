import { randomUUID } from 'node:crypto'
import type { Append } from '@jaanch/eventlog/append'

/** One small event for a new stream. */
export function smallAppend(): Append {
  return {
    id: randomUUID(),
    streamId: `booking-${randomUUID()}`,
    expected: 0,
    events: [{ type: 'LabAssigned', data: { labPartnerId: randomUUID() } }],
    actor: 'system:bench',
  }
}
