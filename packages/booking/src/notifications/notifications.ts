import { type Owner, ownerId } from '@jaanch/contracts/owner-keys'
import { type EventType, parseStreamId, type Recorded } from '@jaanch/eventlog/events'
import type { RowTable } from '@jaanch/eventlog/read-generations'
import { type Audience, audiences } from '@jaanch/messages/message'
import { type NotificationKind, notificationKinds, notifiedEvents } from './kinds.ts'
import { type BookingParties, evolveParties, type StreamEvent } from './parties.ts'
import { namesLab } from './templates.ts'
import type { Wording, Wordings } from './wordings/wording.ts'
import { wordings } from './wordings/wordings.ts'

export type Notification = {
  kind: NotificationKind
  recipient: Owner
  /** The lab that the text names, if any */
  labPartnerId: string | null
  /** The recipient did it: a mail for their calendar, nothing that interrupts them */
  isOwnAction?: boolean
  /** Roles of the people who get it by message; missing: the usual ones */
  toldRoles?: readonly string[]
}

type Telling = { kind: NotificationKind; audience: Audience; wording: Wording }

/** The notifications that may follow an event of each type, and their audiences. */
const tellings: ReadonlyMap<EventType, readonly Telling[]> = Map.groupBy(
  notificationKinds.flatMap((kind) => {
    const byAudience: Wordings = wordings[kind]
    return audiences.flatMap((audience) => {
      const wording = byAudience[audience]
      return wording ? notifiedEvents[kind].map((type) => ({ type, kind, audience, wording })) : []
    })
  }),
  ({ type }) => type,
)

/**
 * The notifications of an event: every step that matters to the recipient, except the recipient's own actions.
 * @param parties of the booking before the event
 */
export function notificationsOf(event: StreamEvent, parties: BookingParties | undefined): Notification[] {
  const told = tellings.get(event.type)
  if (!told) return []
  const applicant = parseStreamId('lab', event.streamId)
  const after = applicant ? { customerId: '', labPartnerId: applicant } : evolveParties(parties, event)
  if (!after) return []
  const before = parties?.labPartnerId ?? null
  return told.flatMap(({ kind, audience, wording }): Notification[] => {
    const { isTold, isOwnAction, isForFormerLab, toldRoles } = wording
    if (isTold && !isTold(event, parties)) return []
    const former = before === after.labPartnerId ? null : before
    const labPartnerId = isForFormerLab ? former : after.labPartnerId
    const recipient = recipientOf(audience, { ...after, labPartnerId })
    if (!recipient) return []
    return [
      {
        kind,
        recipient,
        labPartnerId,
        ...(isOwnAction && { isOwnAction: isOwnAction(event) }),
        ...(toldRoles && { toldRoles: toldRoles(event) }),
      },
    ]
  })
}

/** @returns undefined if there is none: a booking without a lab, and the customer of a lab's stream */
function recipientOf(audience: Audience, { customerId, labPartnerId }: BookingParties): Owner | undefined {
  if (audience === 'admin') return { audience }
  if (audience === 'customer') return customerId ? { audience, customerId } : undefined
  return labPartnerId === null ? undefined : { audience, labPartnerId }
}

/** @param history of the event's stream, whole or up to the event */
export function notificationsAt(event: Recorded, history: readonly Recorded[]): Notification[] {
  const parties = history
    .filter(({ version }) => version < event.version)
    .reduce<BookingParties | undefined>(evolveParties, undefined)
  return notificationsOf(event, parties)
}

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
