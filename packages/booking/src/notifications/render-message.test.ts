import { emailOfText, renderHtml, renderText } from '@jaanch/messages/email'
import { type Audience, audiences, type Channel, channels } from '@jaanch/messages/message'
import { describe, expect, it } from 'vitest'
import { type NotificationKind, notificationKinds } from './kinds.ts'
import type { MessageData } from './message-data.ts'
import { emailTemplate, greetingTo, isNewsOver, renderMessage, smsTemplate } from './render-message.ts'
import { emptyTemplateData, type TemplateData } from './template-data.ts'
import { channelsFor } from './templates.ts'

const publicUrl = 'https://jaanch.example'
const bookingId = '1a2b3c4d-0000-4000-8000-000000000001'
const facts: TemplateData = {
  ...emptyTemplateData,
  shortId: '1a2b3c4d',
  orderNumber: 'JN-2026-000123',
  tests: ['HIV 1 & 2 Antibody', 'Beta hCG'],
  scheduledDate: '2026-12-25',
  scheduledTime: '10:00-12:00',
  amount: 12_499_950,
  paymentMethod: 'card',
  labName: 'Suraksha Diagnostics & Research',
  fastingHours: 0,
}
const messageData: MessageData = {
  recipient: {
    name: 'Asha Rao',
    email: 'asha@example.org',
    phone: null,
    isActive: true,
    isProven: true,
    countedToday: 0,
    acceptsChannel: true,
  },
  facts,
  bookingId,
  isCallOver: false,
  area: { city: '<b>Ahmedabad</b>', pincode: '380001' },
  calendar: {
    visit: {
      id: bookingId,
      bookingId,
      orders: ['JN-2026-000123'],
      from: new Date('2026-12-25T04:30:00Z'),
      to: new Date('2026-12-25T06:30:00Z'),
      sequence: 0,
      status: 'confirmed',
    },
    changedAt: new Date('2026-12-20T04:30:00Z'),
    fastingHours: 8,
  },
}

/** Every notification that is sent by e-mail. */
const sent = audiences.flatMap((audience) =>
  notificationKinds.flatMap((kind): [NotificationKind, Audience][] =>
    channelsFor(kind, audience).length > 0 ? [[kind, audience]] : [],
  ),
)

/** A message as its provider gets it; the calendar without the folding of its lines (RFC 5545). */
function partsOf(kind: NotificationKind, audience: Audience, channel: Channel, data = messageData): string[] {
  const about = { kind, audience, position: 1, streamId: `booking-${bookingId}` }
  const message = { id: bookingId, channel, recipientUserId: bookingId, about, text: null }
  const { subject, text, html, calendar } = renderMessage(message, data, publicUrl)
  return [subject, text, html ?? '', calendar?.text.replaceAll('\r\n ', '') ?? '']
}

describe('what leaves the sign-in', () => {
  it.each(sent)(
    'about %s to %s names no test on any channel, also before there is an order number',
    (kind, audience) => {
      for (const channel of channels.filter((each) => channelsFor(kind, audience).includes(each))) {
        for (const orderNumber of ['JN-2026-000123', null]) {
          const parts = partsOf(kind, audience, channel, { ...messageData, facts: { ...facts, orderNumber } })
          expect(parts.join('\n')).not.toMatch(/HIV|antibody|hCG|1a2b3c4d(?!-)/i)
          expect(parts.join('\n')).not.toMatch(/undefined|null/)
        }
      }
    },
  )

  it('says the day, the slot and the order number of the visit', () => {
    const [subject, text, html, calendar] = partsOf('booking-confirmed', 'customer', 'email')
    expect(subject).toBe('Booking confirmed: your visit, Fri 25 Dec, 10 am to 12 noon (JN-2026-000123)')
    for (const part of [text, html]) {
      expect(part).toContain(
        'Your visit (order JN-2026-000123) is confirmed, with collection on Friday, 25 December 2026, 10 am to 12 noon.',
      )
    }
    expect(calendar).toContain('SUMMARY:Jaanch: your visit (JN-2026-000123)')
    expect(partsOf('booking-confirmed', 'lab-partner', 'sms')[1]).toBe(
      'Jaanch: the customer confirmed the visit Fri 25 Dec, 10 am-12 noon (JN-2026-000123).',
    )
    expect(
      partsOf('booking-placed', 'customer', 'sms', {
        ...messageData,
        facts: { ...facts, orderNumber: null },
      })[1],
    ).toBe('Jaanch: your visit Fri 25 Dec, 10 am-12 noon is booked. We will tell you when it is confirmed.')
  })
})

describe('an SMS', () => {
  it.each(sent.filter(([kind, audience]) => channelsFor(kind, audience).includes('sms')))(
    'about %s to %s has at most 160 characters of the GSM alphabet',
    (kind, audience) => {
      const text = smsTemplate(kind, audience, facts, { publicUrl, bookingId })
      expect(text.length).toBeLessThanOrEqual(160)
      expect(text).toMatch(/^Jaanch: [\x20-\x7e]+$/)
      if (!kind.startsWith('lab-a') && !kind.startsWith('lab-r')) expect(text).toContain('JN-2026-000123')
    },
  )

  it('contains a link when an action is required and the link fits', () => {
    const context = { publicUrl, bookingId }
    expect(smsTemplate('report-ready', 'customer', facts, context)).toBe(
      `Jaanch: the report of your visit Fri 25 Dec, 10 am-12 noon (JN-2026-000123) is ready. ${publicUrl}/booking?id=${bookingId}`,
    )
    const far = { publicUrl: `https://${'a'.repeat(90)}.example`, bookingId }
    expect(smsTemplate('report-ready', 'customer', facts, far)).toBe(
      'Jaanch: the report of your visit Fri 25 Dec, 10 am-12 noon (JN-2026-000123) is ready.',
    )
  })
})

describe('an e-mail', () => {
  it.each(sent)('about %s to %s has the same content as text and as HTML', (kind, audience) => {
    const email = emailTemplate(
      kind,
      audience,
      kind.startsWith('lab-app') ? { ...messageData, bookingId: null } : messageData,
      publicUrl,
    )
    const html = renderHtml(email, publicUrl)
    const text = renderText(email)
    for (const part of [email.greeting, ...email.advice, ...email.facts.map(({ label }) => label)]) {
      expect(text).toContain(part)
      expect(html).toContain(part)
    }
    if (email.action) expect([text, html].every((part) => part.includes(email.action?.url ?? ''))).toBe(true)
    expect(email.subject).not.toMatch(/[\r\n]/)
  })

  it('escapes HTML in names and addresses [V1.2.1]', () => {
    const html = renderHtml(emailTemplate('booking-confirmed', 'customer', messageData, publicUrl), publicUrl)
    expect(html).toContain('&lt;b&gt;Ahmedabad&lt;/b&gt; 380001')
    expect(html).not.toContain('<b>')
  })

  it('contains the area of a collection that takes place, for customer and lab', () => {
    const areaIn = (audience: Audience, kind: NotificationKind) =>
      emailTemplate(kind, audience, messageData, publicUrl).facts.find(({ label }) => label === 'Area')?.value
    expect(areaIn('lab-partner', 'lab-assigned')).toBe('<b>Ahmedabad</b> 380001')
    expect(areaIn('lab-partner', 'lab-replaced')).toBeUndefined()
    expect(areaIn('customer', 'booking-placed')).toBe('<b>Ahmedabad</b> 380001')
  })

  it('greets by the first name, unless the name could be a message or a link [V1.3.11]', () => {
    expect(['Asha Rao', 'आशा राव', "D'Souza"].map(greetingTo)).toEqual([
      'Hello Asha,',
      'Hello आशा,',
      "Hello D'Souza,",
    ])
    for (const name of [
      '',
      'www.evil.example',
      'Win₹1000',
      'https://evil.example',
      'A',
      'x'.repeat(31),
      '<b>',
    ]) {
      expect(greetingTo(name)).toBe('Hello,')
    }
  })

  it('with a text of its own turns its link into a button', () => {
    const email = emailOfText(
      'Set it',
      'Hello,\n\nopen this:\n\nhttps://jaanch.example/user?reset=a&b=1\n\nOnce.',
    )
    expect(email).toMatchObject({
      paragraphs: ['open this:'],
      action: { url: 'https://jaanch.example/user?reset=a&b=1' },
      afterwards: ['Once.'],
    })
    expect(renderHtml(email, publicUrl)).toContain('href="https://jaanch.example/user?reset=a&amp;b=1"')
    expect(emailOfText('Note', 'Hello,\n\nno link').action).toBeNull()
  })
})

/** In India */
const at = (time: string) => new Date(`2026-11-${time}+05:30`)
const slot = { scheduledDate: '2026-11-21', scheduledTime: '08:00-10:00' }

it('a reminder to fast is of no use once the visit has begun, the collector’s coming on the day after; other news stays true', () => {
  expect(isNewsOver('fasting-reminder', slot, at('21T07:59'))).toBe(false)
  expect(isNewsOver('fasting-reminder', slot, at('21T08:00'))).toBe(true)
  expect(isNewsOver('sample-collection', slot, at('21T23:59'))).toBe(false)
  expect(isNewsOver('sample-collection', slot, at('22T00:00'))).toBe(true)
  expect(isNewsOver('booking-cancelled', slot, at('28T00:00'))).toBe(false)
  expect(isNewsOver('fasting-reminder', { scheduledDate: null, scheduledTime: null }, at('28T00:00'))).toBe(
    false,
  )
})
