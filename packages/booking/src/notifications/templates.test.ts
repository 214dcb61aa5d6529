import { longDate, rupeesText, shortDate, slotText } from '@jaanch/contracts/format'
import type { Audience } from '@jaanch/messages/message'
import { describe, expect, it } from 'vitest'
import { type NotificationKind, notificationKinds } from './kinds.ts'
import { emptyTemplateData, type TemplateData, testsText, whenText } from './template-data.ts'
import { namesLab, plainText, renderNotification } from './templates.ts'

const facts: TemplateData = {
  ...emptyTemplateData,
  shortId: '1a2b3c4d',
  tests: ['Thyroid Profile'],
  scheduledDate: '2026-11-21',
  scheduledTime: '08:00-10:00',
  amount: 124_900,
  labName: 'City Lab',
}

const say = (kind: NotificationKind, change: Partial<TemplateData> = {}, audience: Audience = 'customer') =>
  plainText(renderNotification(kind, audience, { ...facts, ...change }))

describe('the text of a notification', () => {
  it('contains what happened, the booking and the time', () => {
    expect(say('booking-confirmed')).toBe(
      'Your booking 1a2b3c4d for Thyroid Profile is confirmed, with collection on Saturday, 21 November 2026, 8 am to 10 am. Please have ready: an identity document and ₹1,249 in cash.',
    )
    expect(say('booking-placed', { scheduledDate: null, scheduledTime: null })).toContain(
      'with collection within 2 to 4 hours.',
    )
  })

  it('requests payment only if it is due and not in cash', () => {
    const pay = 'Please pay ₹1,249 by UPI before the sample is collected.'
    expect(say('booking-confirmed', { paymentMethod: 'upi' })).toContain(pay)
    expect(say('booking-confirmed', { paymentMethod: 'upi', paymentStatus: 'paid' })).not.toContain('pay')
    expect(say('booking-confirmed')).not.toContain('pay')
    expect(say('sample-collection')).toContain('Please keep ₹1,249 ready.')
    expect(say('sample-collection', { paymentStatus: 'paid' })).not.toContain('keep')
  })

  it('about a refund says whether a test is not made, or a paid booking was cancelled', () => {
    expect(say('refund-due')).toContain('A part of your visit is not tested.')
    const cancelled = { cancellationReason: 'customer-request' } as const
    expect(say('refund-due', cancelled)).toContain('What you paid for your cancelled visit goes back to you')
    expect(say('refund-due', cancelled, 'admin')).toContain('was cancelled after it was paid.')
  })

  it('requests fasting for the hours of the test, or for the usual range without a number', () => {
    expect(say('booking-placed', { fastingHours: 10 })).toContain('nothing but water for 10 hours')
    expect(say('booking-placed', { fastingHours: 0 })).toContain('nothing but water for 8 to 12 hours')
    expect(say('booking-placed')).not.toContain('water')
    expect(say('fasting-reminder')).toContain('nothing but water for 8 to 12 hours')
  })

  it('says until when the last meal is, and what to have ready', () => {
    expect(say('booking-placed', { fastingHours: 10, scheduledTime: '08:00-10:00' })).toContain(
      'Your last meal is by 10 pm on Fri 20 Nov.',
    )
    expect(say('booking-placed', { fastingHours: 10, scheduledTime: '10:00-12:00' })).toContain(
      'Your last meal is by 11:59 pm on Fri 20 Nov.',
    )
    expect(
      say('booking-placed', { fastingHours: 10, scheduledDate: null, scheduledTime: null }),
    ).not.toContain('last meal')
    expect(say('fasting-reminder', { hasPrescription: true, paymentStatus: 'paid' })).toContain(
      'Please have ready: an identity document and your prescription.',
    )
  })

  it('contains the reason of a cancellation, worded for each recipient', () => {
    const reason = { cancellationReason: 'customer-request' } as const
    expect(say('booking-cancelled', reason)).toContain('was cancelled at your request.')
    expect(say('booking-cancelled', reason, 'lab-partner')).toContain(
      'was cancelled at the customer’s request.',
    )
    expect(say('booking-cancelled', { cancellationReason: 'other' })).toContain('was cancelled.')
    expect(say('booking-cancelled', { cancellationReason: 'lab-unavailable' })).toContain(
      'because the lab is not available.',
    )
  })

  it('of a visit that was moved has both times, and the advice to fast', () => {
    const change = {
      movedFrom: { scheduledDate: '2026-11-20', scheduledTime: '16:00-18:00' },
      fastingHours: 10,
    }
    expect(say('visit-moved', change)).toBe(
      'The collection of your booking 1a2b3c4d for Thyroid Profile is now on Saturday, 21 November 2026, 8 am to 10 am, instead of on Friday, 20 November 2026, 4 pm to 6 pm. Please eat and drink nothing but water for 10 hours before the collection. Your last meal is by 10 pm on Fri 20 Nov.',
    )
    expect(say('visit-moved', { movedFrom: { scheduledDate: null, scheduledTime: null } })).toContain(
      '8 am to 10 am, instead of within 2 to 4 hours.',
    )
    expect(say('visit-moved', change, 'lab-partner')).toBe(
      'The collection of booking 1a2b3c4d for Thyroid Profile is now on Saturday, 21 November 2026, 8 am to 10 am, instead of on Friday, 20 November 2026, 4 pm to 6 pm. Please collect at the new time.',
    )
  })

  it('to a lab that does not confirm says that another one is assigned, and to admins that they must assign one', () => {
    expect(say('assignment-overdue', {}, 'lab-partner')).toContain(
      'waits for your confirmation. Please confirm it now: otherwise it is assigned to another lab.',
    )
    expect(say('assignment-withdrawn', {}, 'lab-partner')).toContain(
      'was not confirmed in time and is no longer yours. Please do not collect the sample.',
    )
    expect(say('assignment-failed', {}, 'admin')).toContain('Please assign a lab yourself.')
  })

  it('says of each kind whether it names a lab', () => {
    const naming = (audience: Audience) => notificationKinds.filter((kind) => namesLab(kind, audience))
    expect(naming('customer')).toEqual(['lab-assigned', 'lab-processing'])
    expect(naming('lab-partner')).toEqual(['lab-approved', 'lab-rejected'])
    expect(naming('admin')).toEqual(['lab-applied', 'lab-declined'])
  })

  it('names one test, two tests, or the first of several', () => {
    expect(testsText({ tests: ['A'] })).toBe('A')
    expect(testsText({ tests: ['A', 'B'] })).toBe('A and B')
    expect(testsText({ tests: ['A', 'B', 'C'] })).toBe('A and 2 more tests')
  })

  it('formats dates, slots and amounts for India', () => {
    expect(longDate('2026-03-01')).toBe('Sunday, 1 March 2026')
    expect(shortDate('2026-11-21')).toBe('Sat 21 Nov')
    expect(
      ['06:00-08:00', '10:00-12:00', '12:00-14:00', '16:00-18:00', '09:00', '09:30'].map((time) =>
        slotText(time),
      ),
    ).toEqual(['6 am to 8 am', '10 am to 12 noon', '12 noon to 2 pm', '4 pm to 6 pm', '9 am', '9:30 am'])
    expect([49_900, 49_950, 12_499_900, 5].map((paise) => rupeesText(paise))).toEqual([
      '₹499',
      '₹499.50',
      '₹1,24,999',
      '₹0.05',
    ])
    expect(whenText(facts, '\n')).toBe('Saturday, 21 November 2026\n8 am to 10 am')
  })
})
