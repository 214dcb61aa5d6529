import type { JaanchEvent } from '@jaanch/contracts/events/registry'
import { idOfStream } from '@jaanch/contracts/events/streams'
import type { Audience, Channel, NoticeKind } from '@jaanch/contracts/notices'

/** Whom a notice is for: one customer, one lab or all admins. */
export type Reader =
  | { audience: 'customer'; customerId: string }
  | { audience: 'lab-partner'; labPartnerId: string }
  | { audience: 'admin' }

export type Notice = {
  kind: NoticeKind
  reader: Reader
  /** The lab that it speaks of, where it names one */
  labPartnerId: string | null
}

/** Whose a booking is. */
export type Parties = { customerId: string; labPartnerId: string | null }

/** An event of any stream, of which only the type, the data and the stream count. */
export type Heard = JaanchEvent & { streamId: string }

/** @param parties of the booking before the event; undefined before its first, and for other streams @returns those after it */
export function partiesAfter(parties: Parties | undefined, event: Heard): Parties | undefined {
  if (event.type === 'BookingPlaced' || event.type === 'OrderProposed') {
    return { customerId: event.data.customerId, labPartnerId: null }
  }
  if (event.type === 'LabAssigned' && parties) {
    return { ...parties, labPartnerId: event.data.labPartnerId }
  }
  return parties
}

/**
 * Who is told what of an event: of every step that matters to its reader and that the reader did not take alone.
 * @param parties of the booking before the event
 */
export function noticesOf(event: Heard, parties: Parties | undefined): Notice[] {
  const applicant = idOfStream('lab', event.streamId)
  if (applicant) return noticesOfLab(event, applicant)
  const after = partiesAfter(parties, event)
  if (!after) return []
  return noticesOfBooking(event, after, parties?.labPartnerId ?? null)
}

function noticesOfLab(event: Heard, labPartnerId: string): Notice[] {
  const lab: Reader = { audience: 'lab-partner', labPartnerId }
  switch (event.type) {
    case 'LabApplied':
      return [{ kind: 'lab-applied', reader: { audience: 'admin' }, labPartnerId }]
    case 'LabApproved':
      return [{ kind: 'lab-approved', reader: lab, labPartnerId }]
    case 'LabRejected':
      return [{ kind: 'lab-rejected', reader: lab, labPartnerId }]
    default:
      return []
  }
}

function noticesOfBooking(
  event: Heard,
  { customerId, labPartnerId }: Parties,
  before: string | null,
): Notice[] {
  const toCustomer = (kind: NoticeKind): Notice => ({
    kind,
    reader: { audience: 'customer', customerId },
    labPartnerId,
  })
  const toLab = (kind: NoticeKind, id = labPartnerId): Notice[] =>
    id ? [{ kind, reader: { audience: 'lab-partner', labPartnerId: id }, labPartnerId: id }] : []

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
        ...(before === labPartnerId ? [] : toLab('lab-replaced', before)),
      ]
    case 'SampleCollectionStarted':
      return [toCustomer('sample-collection')]
    case 'LabProcessingStarted':
      return [toCustomer('lab-processing')]
    case 'ReportReleased':
      return [toCustomer(event.data.reportVersion > 1 ? 'report-amended' : 'report-ready')]
    case 'BookingCancelled':
      return [toCustomer('booking-cancelled'), ...toLab('booking-cancelled')]
    case 'OrderDeclined':
      return [
        toCustomer('order-declined'),
        ...toLab('order-declined'),
        { kind: 'order-declined', reader: { audience: 'admin' }, labPartnerId },
      ]
    case 'FastingReminderDue':
      return [toCustomer('fasting-reminder')]
    default:
      return []
  }
}

/** By which ways besides the bell a notice goes out. An SMS interrupts: it comes where its reader may have to act. */
export function channelsOf(kind: NoticeKind, audience: Audience): readonly Channel[] {
  if (audience === 'admin') return kind === 'lab-applied' ? ['email'] : []
  return audience === 'customer' && kind === 'lab-assigned' ? ['email'] : ['email', 'sms']
}
