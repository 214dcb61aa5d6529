import type { LabPartnerEvent } from '@jaanch/contracts/events/lab-partner'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { parseStreamId } from '@jaanch/contracts/events/streams'
import { labPartnerDecider } from '@jaanch/domain/lab-partner/decider'
import { type Tables, upsert } from './tables.ts'

type LabPartnerRow = {
  id: string
  position: number
  user_id: string
  status: 'applied' | 'approved' | 'rejected'
  created_at: string
}

export async function projectLabPartners(tables: Tables, events: readonly Recorded[]): Promise<void> {
  const ofLabs = events.flatMap((event) => {
    const id = parseStreamId('lab', event.streamId)
    return id ? [{ id, event: event as Recorded<LabPartnerEvent> }] : []
  })
  if (ofLabs.length === 0) return

  const { rows } = await tables.client.query<LabPartnerRow>(
    `select * from ${tables.name('lab_partners')} where id = any($1)`,
    [[...new Set(ofLabs.map(({ id }) => id))]],
  )
  const labs = new Map(rows.map((row) => [row.id, row]))
  for (const { id, event } of ofLabs) labs.set(id, fold(labs.get(id), event))
  await upsert(tables, 'lab_partners', ['id'], [...labs.values()])
}

function fold(row: LabPartnerRow | undefined, event: Recorded<LabPartnerEvent>): LabPartnerRow {
  const state = labPartnerDecider.evolve(
    row ? { status: row.status, labPartnerId: row.id, userId: row.user_id } : labPartnerDecider.initial,
    event,
  )
  if (state.status === 'none') throw new Error(`${event.type} left no lab partner`)
  return {
    id: state.labPartnerId,
    position: event.position,
    user_id: state.userId,
    status: state.status,
    created_at: row?.created_at ?? event.at.toISOString(),
  }
}
