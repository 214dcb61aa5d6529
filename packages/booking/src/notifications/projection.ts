import { ownerId } from '@jaanch/contracts/owner-keys'
import type { Recorded } from '@jaanch/eventlog/events'
import type { RowTable } from '@jaanch/eventlog/read-generations'
import { audiences } from '@jaanch/messages/message'
import { notificationKinds } from './kinds.ts'
import { notificationsOf } from './notifications.ts'
import type { BookingParties } from './parties.ts'
import { namesLab } from './templates.ts'

export type NotificationRow = {
  owner: string
  position: number
  kind: number
  audience: number
  lab_partner_id: string | null
}

export const notificationsTable: RowTable = {
  name: 'notifications',
  write: 'insert',
  key: ['owner', 'position'],
  columns: ['owner', 'position', 'kind', 'audience', 'lab_partner_id'],
}

/**
 * A row per notification and recipient. It has ids only, so that old notifications show a new name or an erasure, and nothing
 * that its event says: readers get the time and the booking from the log.
 * @param parties of the booking before the event
 */
export function notificationRows(event: Recorded, parties: BookingParties | undefined): NotificationRow[] {
  return notificationsOf(event, parties).map(({ kind, recipient, labPartnerId }) => ({
    owner: ownerId(recipient),
    position: event.position,
    kind: notificationKinds.indexOf(kind),
    audience: audiences.indexOf(recipient.audience),
    lab_partner_id: namesLab(kind, recipient.audience) ? labPartnerId : null,
  }))
}
