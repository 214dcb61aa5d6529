import type { Role } from '@jaanch/contracts/vocabulary'
import type { JaanchEvent } from '@jaanch/eventlog/events'
import { describe, expect, it } from 'vitest'
import type { BookingEvent } from '../events.ts'
import type { MessageAudience } from '../messages/rules.ts'
import {
  assigned,
  details,
  historyTo,
  otherLab,
  ourLab,
  placed,
  plain,
  proposed,
  reportId,
  uuid,
} from '../testing/bookings.ts'
import { notificationKinds } from './kinds.ts'
import { notificationsOf } from './notifications.ts'
import { type BookingParties, evolveParties } from './parties.ts'
import { channelsFor } from './templates.ts'

const stream = { streamId: `booking-${details.bookingId}` }

/** The notifications of the last of these events: `customer: booking-placed`. */
function told(...history: BookingEvent[]): string[] {
  const events = history.map((event) => ({ ...event, ...stream }))
  const last = events.pop() as (typeof events)[number]
  const parties = events.reduce<BookingParties | undefined>(evolveParties, undefined)
  return notificationsOf(last, parties).map(({ kind, recipient }) =>
    recipient.audience === 'lab-partner'
      ? `${recipient.labPartnerId === ourLab ? 'our lab' : 'other lab'}: ${kind}`
      : `${recipient.audience}: ${kind}`,
  )
}

const reassigned: BookingEvent = { type: 'LabAssigned', data: { labPartnerId: otherLab } }
const declined: BookingEvent = {
  type: 'LabDeclined',
  data: { labPartnerId: ourLab, reason: 'closed' },
}
const cancelled: BookingEvent = { type: 'BookingCancelled', data: { reason: 'other' } }
const moved = (by: 'customer' | 'admin'): BookingEvent => ({
  type: 'BookingRescheduled',
  data: { by, scheduledDate: '2026-02-02', scheduledTime: '10:00-12:00', visitId: null, place: null },
})
const proposedAgain: BookingEvent = {
  type: 'RecollectionProposed',
  data: { ...details, discount: 0, total: 0, final: 0, recollection: { of: uuid(9), attempt: 1 } },
}
const messaged = (audience: MessageAudience, by: Role): BookingEvent => ({
  type: 'BookingMessaged',
  data: { messageId: reportId, audience, by },
})
const released = (reportVersion: number): BookingEvent => ({
  type: 'ReportReleased',
  data: { reportId, reportVersion },
})

const foundCritical: BookingEvent = { type: 'CriticalValueFound', data: { callId: uuid(101), reportId } }
const remindedOfCritical = (step: number): BookingEvent => {
  return { type: 'CriticalValueReminded', data: { callId: uuid(101), step } }
}

describe('the notifications of a booking event', () => {
  it.each<[string, BookingEvent[], string[]]>([
    ['placed', [placed], ['customer: booking-placed']],
    ['proposed', [proposed], ['customer: order-proposed']],
    ['given to a lab', [placed, assigned], ['customer: lab-assigned', 'our lab: lab-assigned']],
    [
      'given to another lab',
      [placed, assigned, reassigned],
      ['customer: lab-assigned', 'other lab: lab-assigned', 'our lab: lab-replaced'],
    ],
    ['given back by its lab', [placed, assigned, declined], ['admin: lab-declined']],
    [
      'given to another lab after that',
      [placed, assigned, declined, reassigned],
      ['customer: lab-assigned', 'other lab: lab-assigned'],
    ],
    [
      'given to the lab that has it',
      [placed, assigned, assigned],
      ['customer: lab-assigned', 'our lab: lab-assigned'],
    ],
    ['confirmed by the lab', historyTo.confirmed, ['customer: booking-confirmed']],
    [
      'confirmed by the customer',
      [proposed, assigned, plain('OrderConfirmed')],
      ['customer: booking-confirmed', 'our lab: booking-confirmed'],
    ],
    ['confirmed before a lab has it', [proposed, plain('OrderConfirmed')], ['customer: booking-confirmed']],
    ['collected', historyTo['sample-collection'], ['customer: sample-collection']],
    ['processed', historyTo['lab-processing'], ['customer: lab-processing']],
    ['completed', historyTo.completed, []],
    [
      'delayed',
      [
        ...historyTo['lab-processing'],
        { type: 'ReportDelayed', data: { expectedBy: '2026-02-02T10:00:00.000Z' } },
      ],
      ['customer: report-delayed'],
    ],
    ['reported', [...historyTo.completed, released(1)], ['customer: report-ready']],
    ['reported anew', [...historyTo.completed, released(2)], ['customer: report-amended']],
    [
      'cancelled',
      [placed, assigned, cancelled],
      ['customer: booking-cancelled', 'our lab: booking-cancelled'],
    ],
    ['moved', [placed, assigned, moved('admin')], ['customer: visit-moved', 'our lab: visit-moved']],
    ['moved before a lab has it', [placed, moved('customer')], ['customer: visit-moved']],
    [
      'declined',
      [proposed, assigned, plain('OrderDeclined')],
      ['customer: order-declined', 'our lab: order-declined', 'admin: order-declined'],
    ],
    ['due to be reminded of', [placed, plain('FastingReminderDue')], ['customer: fasting-reminder']],
    ['written on to the lab', [placed, assigned, messaged('lab', 'customer')], ['our lab: booking-message']],
    [
      'written on by the lab',
      [placed, assigned, messaged('lab', 'lab-partner')],
      ['customer: booking-message'],
    ],
    [
      'written on to Jaanch',
      [placed, assigned, messaged('platform', 'customer')],
      ['admin: booking-message'],
    ],
    [
      'written on by Jaanch',
      [placed, assigned, messaged('platform', 'admin')],
      ['customer: booking-message'],
    ],
    [
      'written on by Jaanch to customer and lab',
      [placed, assigned, messaged('lab', 'admin')],
      ['customer: booking-message', 'our lab: booking-message'],
    ],
    [
      'proposed to be collected again',
      [proposedAgain],
      ['customer: new-sample-needed', 'admin: new-sample-needed'],
    ],
    ['given to a lab with that', [proposedAgain, assigned], ['our lab: lab-assigned']],
    [
      'given to a lab after the customer confirmed that',
      [proposedAgain, plain('OrderConfirmed'), assigned],
      ['customer: lab-assigned', 'our lab: lab-assigned'],
    ],
    [
      'declined, where it was to be collected again',
      [proposedAgain, assigned, plain('OrderDeclined')],
      ['our lab: order-declined', 'admin: order-declined'],
    ],
    [
      'due to be paid back',
      [
        ...historyTo['lab-processing'],
        { type: 'RefundDue', data: { packageIds: [uuid(11)], amount: 49_900 } },
      ],
      ['customer: refund-due', 'admin: refund-due'],
    ],
    [
      'found to have a critical value',
      [...historyTo['lab-processing'], foundCritical],
      ['customer: critical-value', 'our lab: critical-value'],
    ],
    [
      'not confirmed to be called about after 15 minutes',
      [...historyTo['lab-processing'], foundCritical, remindedOfCritical(1)],
      ['our lab: critical-value', 'admin: critical-value'],
    ],
    [
      'not confirmed to be called about after 30 minutes',
      [...historyTo['lab-processing'], foundCritical, remindedOfCritical(2)],
      ['customer: critical-value', 'our lab: critical-value', 'admin: critical-value'],
    ],
  ])('%s is told to those to whom it matters', (_, history, expected) => {
    expect(told(...history)).toEqual(expected)
  })

  it('are empty for a booking whose first event is unknown', () => {
    expect(notificationsOf({ ...plain('BookingConfirmed'), ...stream }, undefined)).toEqual([])
  })
})

describe('the notifications of a lab event', () => {
  const lab = (event: JaanchEvent) => notificationsOf({ ...event, streamId: `lab-${ourLab}` }, undefined)

  it('go to admins when they have to decide, and to the lab after the decision', () => {
    const labPartnerId = ourLab
    expect(lab({ type: 'LabApplied', data: { labPartnerId, userId: uuid(4) } })).toEqual([
      { kind: 'lab-applied', recipient: { audience: 'admin' }, labPartnerId },
    ])
    const recipient = { audience: 'lab-partner', labPartnerId }
    expect(lab({ type: 'LabApproved', data: {} })).toEqual([
      { kind: 'lab-approved', recipient, labPartnerId },
    ])
    expect(lab({ type: 'LabRejected', data: {} })).toEqual([
      { kind: 'lab-rejected', recipient, labPartnerId },
    ])
  })
})

describe('the channels of a notification', () => {
  it('are none for an admin who need not act, and SMS for an admin only of what is urgent', () => {
    expect(channelsFor('order-declined', 'admin')).toEqual([])
    expect(channelsFor('lab-applied', 'admin')).toEqual(['email'])
    expect(channelsFor('assignment-failed', 'admin')).toEqual(['email'])
    for (const kind of notificationKinds)
      expect(channelsFor(kind, 'admin').includes('sms')).toBe(kind === 'critical-value')
  })

  it('are e-mail alone for a customer who moved the visit, and both if an admin did', () => {
    const channelsOf = (by: 'customer' | 'admin') =>
      notificationsOf(
        { ...moved(by), ...stream },
        { customerId: details.customerId, labPartnerId: ourLab },
      ).map(({ kind, recipient, isOwnAction }) => channelsFor(kind, recipient.audience, isOwnAction))
    expect(channelsOf('customer')).toEqual([['email'], ['email', 'sms']])
    expect(channelsOf('admin')).toEqual([
      ['email', 'sms'],
      ['email', 'sms'],
    ])
  })

  it('are both where the recipient may have to act, and e-mail alone for messages', () => {
    for (const audience of ['customer', 'lab-partner'] as const) {
      const kinds = notificationKinds.filter((kind) => channelsFor(kind, audience).length > 0)
      const without = kinds.filter((kind) => !channelsFor(kind, audience).includes('sms'))
      expect(without).toEqual(
        audience === 'customer' ? ['lab-assigned', 'report-delayed', 'booking-message'] : ['booking-message'],
      )
    }
  })
})

describe('an unconfirmed call about a critical value', () => {
  const rolesAt = (step: number) =>
    notificationsOf(
      { ...remindedOfCritical(step), ...stream },
      { customerId: uuid(21), labPartnerId: ourLab },
    )
      .filter(({ recipient }) => recipient.audience === 'admin')
      .map(({ toldRoles }) => toldRoles)

  it('is told to owners and managers, and after 30 minutes to everybody with the medical role', () => {
    expect(rolesAt(1)).toEqual([['owner', 'manager']])
    expect(rolesAt(2)).toEqual([['owner', 'manager', 'medical']])
    expect(rolesAt(100)).toEqual([['owner', 'manager', 'medical']])
  })
})
