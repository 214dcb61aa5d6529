import type { Assignment } from '@jaanch/contracts/booking'
import type { JaanchEvent, Recorded } from '@jaanch/contracts/events/registry'
import { parseStreamId } from '@jaanch/contracts/events/streams'
import type { NotificationKind } from '@jaanch/contracts/notification-kinds'
import type { Owner } from '@jaanch/contracts/owner-keys'

export type Notification = {
  kind: NotificationKind
  recipient: Owner
  /** The lab that the text names, if any */
  labPartnerId: string | null
  /** The recipient did it: a mail for their calendar, nothing that interrupts them */
  isOwnAction?: boolean
}

/** The customer and the lab of a booking. */
export type BookingParties = { customerId: string; labPartnerId: string | null }

/** An event of any stream; position and version are not needed. */
export type StreamEvent = JaanchEvent & { streamId: string }

/** @param parties of the booking before the event; undefined before its first event and for other streams @returns the parties after it */
export function evolveParties(
  parties: BookingParties | undefined,
  event: StreamEvent,
): BookingParties | undefined {
  if (event.type === 'BookingPlaced' || event.type === 'OrderProposed') {
    return { customerId: event.data.customerId, labPartnerId: null }
  }
  if (event.type === 'LabAssigned' && parties) {
    return { ...parties, labPartnerId: event.data.labPartnerId }
  }
  return parties
}

/**
 * The notifications of an event: every step that matters to the recipient, except the recipient's own actions.
 * @param parties of the booking before the event
 */
export function notificationsOf(event: StreamEvent, parties: BookingParties | undefined): Notification[] {
  const applicant = parseStreamId('lab', event.streamId)
  if (applicant) return notificationsOfLab(event, applicant)
  const after = evolveParties(parties, event)
  if (!after) return []
  return notificationsOfBooking(event, after, parties?.labPartnerId ?? null)
}

function notificationsOfLab(event: StreamEvent, labPartnerId: string): Notification[] {
  const lab: Owner = { audience: 'lab-partner', labPartnerId }
  switch (event.type) {
    case 'LabApplied':
      return [{ kind: 'lab-applied', recipient: { audience: 'admin' }, labPartnerId }]
    case 'LabApproved':
      return [{ kind: 'lab-approved', recipient: lab, labPartnerId }]
    case 'LabRejected':
      return [{ kind: 'lab-rejected', recipient: lab, labPartnerId }]
    default:
      return []
  }
}

function notificationsOfBooking(
  event: StreamEvent,
  { customerId, labPartnerId }: BookingParties,
  before: string | null,
): Notification[] {
  const toCustomer = (kind: NotificationKind): Notification => ({
    kind,
    recipient: { audience: 'customer', customerId },
    labPartnerId,
  })
  const toLab = (kind: NotificationKind, id = labPartnerId): Notification[] =>
    id ? [{ kind, recipient: { audience: 'lab-partner', labPartnerId: id }, labPartnerId: id }] : []

  switch (event.type) {
    case 'BookingPlaced':
      return [toCustomer('booking-placed')]
    case 'OrderProposed':
      return [toCustomer('order-proposed')]
    case 'OrderConfirmed':
      return [toCustomer('booking-confirmed'), ...toLab('booking-confirmed')]
    case 'BookingConfirmed':
      return [toCustomer('booking-confirmed')]
    case 'LabAssigned':
      return [
        toCustomer('lab-assigned'),
        ...toLab('lab-assigned'),
        ...(before === labPartnerId ? [] : toLab(kindForFormerLab(event.data.assignment), before)),
      ]
    case 'AssignmentEscalated':
      return event.data.step === 'lab-warned'
        ? toLab('assignment-overdue')
        : [{ kind: 'assignment-failed', recipient: { audience: 'admin' }, labPartnerId }]
    case 'SampleCollectionStarted':
      return [toCustomer('sample-collection')]
    case 'LabProcessingStarted':
      return [toCustomer('lab-processing')]
    case 'ReportReleased':
      return [toCustomer(event.data.reportVersion > 1 ? 'report-amended' : 'report-ready')]
    case 'BookingCancelled':
      return [toCustomer('booking-cancelled'), ...toLab('booking-cancelled')]
    case 'BookingRescheduled':
      return [
        { ...toCustomer('visit-moved'), isOwnAction: event.data.by === 'customer' },
        ...toLab('visit-moved'),
      ]
    case 'OrderDeclined':
      return [
        toCustomer('order-declined'),
        ...toLab('order-declined'),
        { kind: 'order-declined', recipient: { audience: 'admin' }, labPartnerId },
      ]
    case 'FastingReminderDue':
      return [toCustomer('fasting-reminder')]
    default:
      return []
  }
}

/** A worker takes a booking from a lab only if it did not confirm in time. */
function kindForFormerLab(assignment: Assignment | undefined): NotificationKind {
  return assignment?.by === 'automatic' ? 'assignment-withdrawn' : 'lab-replaced'
}

/** @param history of the event's stream, whole or up to the event */
export function notificationsAt(event: Recorded, history: readonly Recorded[]): Notification[] {
  const parties = history
    .filter(({ version }) => version < event.version)
    .reduce<BookingParties | undefined>(evolveParties, undefined)
  return notificationsOf(event, parties)
}
