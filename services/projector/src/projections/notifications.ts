import type { Recorded } from '@jaanch/contracts/events/registry'
import { parseStreamId } from '@jaanch/contracts/events/streams'
import type { NotificationKind } from '@jaanch/contracts/notification-kinds'
import { ownerKey, parseOwnerKey } from '@jaanch/contracts/owner-keys'
import {
  type BookingParties,
  evolveParties,
  notificationsOf,
} from '@jaanch/domain/notifications/notifications'
import { type Tables, upsert } from './tables.ts'

type NotificationRow = {
  owner: string
  position: number
  kind: NotificationKind
  at: string
  booking_id: string | null
  lab_partner_id: string | null
}

/** Writes a row per notification and recipient. It has ids only, so that old notifications show a new name or an erasure. */
export async function projectNotifications(tables: Tables, events: readonly Recorded[]): Promise<void> {
  const ids = new Set(events.flatMap(({ streamId }) => parseStreamId('booking', streamId) ?? []))
  const parties = await loadParties(tables, [...ids])
  const rows: NotificationRow[] = []
  for (const event of events) {
    const bookingId = parseStreamId('booking', event.streamId) ?? null
    const before = bookingId === null ? undefined : parties.get(bookingId)
    for (const { kind, recipient, labPartnerId } of notificationsOf(event, before)) {
      const { position } = event
      const at = event.at.toISOString()
      rows.push({
        owner: ownerKey(recipient),
        position,
        kind,
        at,
        booking_id: bookingId,
        lab_partner_id: labPartnerId,
      })
    }
    const after = evolveParties(before, event)
    if (bookingId !== null && after) parties.set(bookingId, after)
  }
  await upsert(tables, 'notifications', ['owner', 'position'], rows)
}

/** From the rows written before: the customer was notified of the booking and of each lab that it was assigned to. */
async function loadParties(tables: Tables, bookingIds: string[]): Promise<Map<string, BookingParties>> {
  if (bookingIds.length === 0) return new Map()
  const { rows } = await tables.client.query<{
    booking_id: string
    owner: string
    lab_partner_id: string | null
  }>(
    `select booking_id, owner, lab_partner_id from ${tables.name('notifications')}
      where booking_id = any($1) and kind in ('booking-placed', 'order-proposed', 'lab-assigned')
        and owner like 'customer-%'
      order by position`,
    [bookingIds],
  )
  return new Map(
    rows.flatMap(({ booking_id, owner, lab_partner_id }): [string, BookingParties][] => {
      const recipient = parseOwnerKey(owner)
      if (recipient.audience !== 'customer') return []
      return [[booking_id, { customerId: recipient.customerId, labPartnerId: lab_partner_id }]]
    }),
  )
}
