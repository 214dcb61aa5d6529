import type { Recorded } from '@jaanch/contracts/events/registry'
import { parseStreamId } from '@jaanch/contracts/events/streams'
import type { NotificationKind } from '@jaanch/contracts/notification-kinds'
import {
  type BookingParties,
  evolveParties,
  notificationsOf,
  type Recipient,
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

/** Writes down who is told what: ids only, so that a rename or an erasure shows in what was told long ago. */
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
        owner: ownerOf(recipient),
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

/** As the rows written before tell it: the customer was told of the booking and of each lab that had it. */
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
    rows.map(({ booking_id, owner, lab_partner_id }) => [
      booking_id,
      { customerId: owner.slice('customer-'.length), labPartnerId: lab_partner_id },
    ]),
  )
}

function ownerOf(recipient: Recipient): string {
  switch (recipient.audience) {
    case 'customer':
      return `customer-${recipient.customerId}`
    case 'lab-partner':
      return `lab-partner-${recipient.labPartnerId}`
    case 'admin':
      return 'admin'
  }
}
