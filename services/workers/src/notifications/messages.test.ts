import {
  type Audience,
  audiences,
  type NotificationKind,
  notificationKinds,
} from '@jaanch/contracts/notification-kinds'
import { channelsFor } from '@jaanch/domain/notifications/notifications'
import { emptyTemplateData, type TemplateData } from '@jaanch/domain/notifications/template-data'
import { renderNotification } from '@jaanch/domain/notifications/templates'
import { describe, expect, it } from 'vitest'
import { renderHtml } from './email/html.ts'
import { emailOfText, emailTemplate, greetingTo } from './email/template.ts'
import { renderText } from './email/text.ts'
import type { MessageData } from './message-data.ts'
import { smsTemplate } from './sms.ts'

const publicUrl = 'https://jaanch.example'
const bookingId = '1a2b3c4d-0000-4000-8000-000000000001'
const facts: TemplateData = {
  ...emptyTemplateData,
  shortId: '1a2b3c4d',
  tests: ['Comprehensive Full Body Checkup with Vitamins and Cardiac Markers', 'Vitamin D (25-OH)', 'B12'],
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
    acceptsChannel: true,
  },
  facts,
  bookingId,
  address: { address_line1: '12 <b>MG</b> Road', city: 'Ahmedabad', state: 'Gujarat', pincode: '380001' },
}

/** Every notice that anyone is ever told by e-mail. */
const told = audiences.flatMap((audience) =>
  notificationKinds.flatMap((kind): [NotificationKind, Audience][] =>
    hasWords(kind, audience) ? [[kind, audience]] : [],
  ),
)

function hasWords(kind: NotificationKind, audience: Audience): boolean {
  try {
    return renderNotification(kind, audience, facts).title !== '' && channelsFor(kind, audience).length > 0
  } catch {
    return false
  }
}

describe('an SMS', () => {
  it.each(told.filter(([kind, audience]) => channelsFor(kind, audience).includes('sms')))(
    '%s to %s fits into one of the GSM alphabet, however long the names are',
    (kind, audience) => {
      const text = smsTemplate(kind, audience, facts, { publicUrl, bookingId })
      expect(text.length).toBeLessThanOrEqual(160)
      expect(text).toMatch(/^Jaanch: [\x20-\x7e]+$/)
      if (!kind.startsWith('lab-a') && !kind.startsWith('lab-r')) expect(text).toContain('1a2b3c4d')
    },
  )

  it('carries a link where its reader must act, and there is room', () => {
    const context = { publicUrl, bookingId }
    const short = { ...facts, tests: ['Thyroid Profile'] }
    expect(smsTemplate('report-ready', 'customer', short, context)).toBe(
      `Jaanch: the report of booking 1a2b3c4d (Thyroid Profile) is ready. ${publicUrl}/booking?id=${bookingId}`,
    )
    const far = { publicUrl: `https://${'a'.repeat(90)}.example`, bookingId }
    expect(smsTemplate('report-ready', 'customer', short, far)).toBe(
      'Jaanch: the report of booking 1a2b3c4d (Thyroid Profile) is ready.',
    )
  })

  it('says how much to pay in letters that every phone shows', () => {
    expect(smsTemplate('booking-confirmed', 'customer', facts, { publicUrl, bookingId })).toContain(
      'Please pay Rs 1,24,999.50',
    )
  })
})

describe('an e-mail', () => {
  it.each(told)('%s to %s says in text and HTML the same', (kind, audience) => {
    const letter = emailTemplate(
      kind,
      audience,
      kind.startsWith('lab-app') ? { ...messageData, bookingId: null } : messageData,
      publicUrl,
    )
    const html = renderHtml(letter, publicUrl)
    const text = renderText(letter)
    for (const said of [letter.greeting, ...letter.advice, ...letter.facts.map(({ label }) => label)]) {
      expect(text).toContain(said)
      expect(html).toContain(said)
    }
    if (letter.action) expect([text, html].every((one) => one.includes(letter.action?.url ?? ''))).toBe(true)
    expect(letter.subject).not.toMatch(/[\r\n]/)
  })

  it('lets nobody write HTML into it', () => {
    const html = renderHtml(emailTemplate('booking-confirmed', 'customer', messageData, publicUrl), publicUrl)
    expect(html).toContain('12 &lt;b&gt;MG&lt;/b&gt; Road')
    expect(html).not.toContain('<b>')
  })

  it('tells a lab the area, and its customer the address', () => {
    const addressIn = (audience: Audience, kind: NotificationKind) =>
      emailTemplate(kind, audience, messageData, publicUrl).facts.find(({ label }) =>
        ['Address', 'Area'].includes(label),
      )?.value
    expect(addressIn('lab-partner', 'lab-assigned')).toBe('Ahmedabad 380001')
    expect(addressIn('lab-partner', 'lab-replaced')).toBeUndefined()
    expect(addressIn('customer', 'booking-placed')).toBe('12 <b>MG</b> Road\nAhmedabad, Gujarat 380001')
  })

  it('greets by the first name, and repeats no name that is a message of its own', () => {
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

  it('with a text of its own makes a button of its link, in its place', () => {
    const letter = emailOfText(
      'Set it',
      'Hello,\n\nopen this:\n\nhttps://jaanch.example/user?reset=a&b=1\n\nOnce.',
    )
    expect(letter).toMatchObject({
      paragraphs: ['open this:'],
      action: { url: 'https://jaanch.example/user?reset=a&b=1' },
      afterwards: ['Once.'],
    })
    expect(renderHtml(letter, publicUrl)).toContain('href="https://jaanch.example/user?reset=a&amp;b=1"')
    expect(emailOfText('Note', 'Hello,\n\nno link').action).toBeNull()
  })
})
