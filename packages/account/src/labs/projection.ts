import type { LabPartnerStatus } from '@jaanch/contracts/vocabulary'
import type { Recorded } from '@jaanch/eventlog/events/registry'
import type { RowTable } from '@jaanch/eventlog/row-table'
import type { LabPartnerEvent } from './events.ts'
import { labPartnerDecider } from './lab.ts'

export type LabPartnerRow = {
  id: string
  position: number
  user_id: string
  status: LabPartnerStatus
  created_at: string
}

export const labPartnersTable: RowTable = {
  name: 'lab_partners',
  write: 'upsert',
  key: ['id'],
  columns: ['id', 'position', 'user_id', 'status', 'created_at'],
}

export function foldLabPartner(
  row: LabPartnerRow | undefined,
  event: Recorded<LabPartnerEvent>,
): LabPartnerRow {
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
