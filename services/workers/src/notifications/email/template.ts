import type { Audience, NotificationKind } from '@jaanch/contracts/notification-kinds'
import { shortDate } from '@jaanch/domain/notifications/format'
import {
  paymentText,
  type TemplateData,
  testsText,
  whenText,
} from '@jaanch/domain/notifications/template-data'
import { plainText, renderNotification } from '@jaanch/domain/notifications/templates'
import { actionOf } from '../links.ts'
import type { MessageData, Place } from '../message-data.ts'

/** What an e-mail says, before it is set as text or HTML. */
export type EmailContent = {
  subject: string
  /** What a list of mails shows beside the subject */
  preview: string
  heading: string
  greeting: string
  paragraphs: readonly string[]
  /** What its reader should do, set apart */
  advice: readonly string[]
  facts: readonly { label: string; value: string }[]
  action: { label: string; url: string } | null
  /** What is said after the button */
  afterwards: readonly string[]
  /** Why it came */
  footnote: string
}

export function emailTemplate(
  kind: NotificationKind,
  audience: Audience,
  messageData: MessageData,
  publicUrl: string,
): EmailContent {
  const { recipient, facts, bookingId } = messageData
  const words = renderNotification(kind, audience, facts)
  const { title, body, advice } = words
  return {
    subject: subjectOf(title, facts),
    preview: plainText(words),
    heading: title,
    // a lab's account has the name of a lab, not of a person
    greeting: audience === 'lab-partner' ? 'Hello,' : greetingTo(recipient.name),
    paragraphs: [body],
    advice,
    facts: bookingId === null ? [] : factLines(kind, audience, messageData),
    action: actionOf(kind, audience, { publicUrl, bookingId }),
    afterwards: [],
    footnote: footnotes[audience],
  }
}

/** For a text that came with its intent: its paragraphs, of which the first that is only a link becomes the button. */
export function emailOfText(subject: string, body: string): EmailContent {
  const [greeting = '', ...paragraphs] = body.split(/\n{2,}/)
  const place = paragraphs.findIndex((paragraph) => /^https?:\/\/\S+$/.test(paragraph))
  const [before, after] =
    place < 0 ? [paragraphs, []] : [paragraphs.slice(0, place), paragraphs.slice(place + 1)]
  return {
    subject,
    preview: paragraphs[0] ?? '',
    heading: subject,
    greeting,
    paragraphs: before,
    advice: [],
    facts: [],
    action: place < 0 ? null : { label: 'Open the link', url: paragraphs[place] ?? '' },
    afterwards: after,
    footnote: 'You receive this mail because it was asked for at Jaanch.',
  }
}

const footnotes: Readonly<Record<Audience, string>> = {
  customer: 'You receive this mail because you booked a test at Jaanch.',
  'lab-partner': 'You receive this mail because your lab works, or applied to work, with Jaanch.',
  admin: 'You receive this mail because you are an admin of Jaanch.',
}

/** Begins with what happened: a list of mails shows no more than some forty characters. */
function subjectOf(title: string, facts: TemplateData): string {
  if (facts.shortId === '') return facts.labName ? `${title}: ${facts.labName}` : title
  const day = facts.scheduledDate === null ? '' : `, ${shortDate(facts.scheduledDate)}`
  return `${title}: ${testsText(facts)}${day} (${facts.shortId})`
}

/**
 * Whoever opened an account typed its name, maybe with somebody else's address: a name that could carry a message or a link
 * is not repeated in our letter.
 */
export function greetingTo(name: string): string {
  const [first = ''] = name.trim().split(/\s+/)
  return /^[\p{L}\p{M}'’-]{2,30}$/u.test(first) ? `Hello ${first},` : 'Hello,'
}

function factLines(
  kind: NotificationKind,
  audience: Audience,
  { facts, place }: MessageData,
): EmailContent['facts'] {
  const isCustomer = audience === 'customer'
  const isOver = ['booking-cancelled', 'order-declined', 'lab-replaced'].includes(kind)
  const lines: [label: string, value: string | null][] = [
    ['Booking', facts.shortId],
    [facts.tests.length > 1 ? 'Tests' : 'Test', facts.tests.join('\n')],
    ['Collection', whenText(facts, '\n')],
    ['Address', isCustomer && !isOver && place ? addressOf(place) : null],
    ['Area', !isCustomer && !isOver && place ? areaOf(place) : null],
    ['Lab', isCustomer && !isOver ? facts.labName : null],
    ['Payment', isOver ? null : paymentText(facts)],
  ]
  return lines.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

function addressOf(place: Place): string {
  const town = [place.city, place.state].filter(Boolean).join(', ')
  return [
    place.address_line1,
    place.address_line2,
    place.landmark,
    [town, place.pincode].filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join('\n')
}

/** A mail outlives an assignment: street and number stand in the portal, for as long as the booking is the lab's. */
function areaOf(place: Place): string {
  return [place.city, place.pincode].filter(Boolean).join(' ')
}
