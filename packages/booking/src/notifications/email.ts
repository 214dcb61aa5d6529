import { shortDate, slotText } from '@jaanch/contracts/format'
import type { Audience } from '@jaanch/messages/channels'
import type { EmailContent } from '@jaanch/messages/email/content'
import type { CollectionArea, MessageData } from './message-data.ts'
import { paymentText, whenText } from './template-data.ts'
import { actionOf, plainText, renderNotification, wordingOf } from './templates.ts'

export function emailTemplate(
  kind: string,
  audience: Audience,
  messageData: MessageData,
  publicUrl: string,
): EmailContent {
  const { recipient, facts, bookingId } = messageData
  const rendered = renderNotification(kind, audience, facts)
  const { title, body, advice } = rendered
  return {
    subject: subjectOf(title, audience, messageData),
    preview: plainText(rendered),
    heading: title,
    // the account of a lab has the lab's name
    greeting: audience === 'lab-partner' ? 'Hello,' : greetingTo(recipient.name),
    paragraphs: [body],
    advice,
    facts: bookingId === null ? [] : factLines(kind, audience, messageData),
    action: actionOf(kind, audience, { publicUrl, bookingId }),
    afterwards: [],
    footnote: footnotes[audience],
  }
}

const footnotes: Readonly<Record<Audience, string>> = {
  customer: 'You receive this mail because you booked a test at Jaanch.',
  'lab-partner': 'You receive this mail because your lab works, or applied to work, with Jaanch.',
  admin: 'You receive this mail because you are an admin of Jaanch.',
}

/** The news comes first: a list of mails shows about forty characters. */
function subjectOf(title: string, audience: Audience, { facts, bookingId }: MessageData): string {
  const { labName, orderNumber, scheduledDate, scheduledTime } = facts
  if (bookingId === null) return labName ? `${title}: ${labName}` : title
  const when =
    scheduledDate && scheduledTime ? `, ${shortDate(scheduledDate)}, ${slotText(scheduledTime)}` : ''
  return `${title}: ${audience === 'customer' ? 'your visit' : 'visit'}${when}${orderNumber ? ` (${orderNumber})` : ''}`
}

/**
 * An account can be opened with somebody else's address, and its name is free text: a name that could contain a message or
 * a link is not repeated in our mail.
 */
export function greetingTo(name: string): string {
  const [first = ''] = name.trim().split(/\s+/)
  return /^[\p{L}\p{M}'’-]{2,30}$/u.test(first) ? `Hello ${first},` : 'Hello,'
}

function factLines(kind: string, audience: Audience, { facts, area }: MessageData): EmailContent['facts'] {
  const isCustomer = audience === 'customer'
  const { isOver = false } = wordingOf(kind, audience)
  const lines: [label: string, value: string | null][] = [
    ['Order', facts.orderNumber],
    ['Collection', whenText(facts, '\n')],
    ['Before', kind === 'visit-moved' && facts.movedFrom ? whenText(facts.movedFrom, '\n') : null],
    ['Area', isOver ? null : areaText(area)],
    ['Lab', isCustomer && !isOver ? facts.labName : null],
    ['Payment', isOver ? null : paymentText(facts)],
  ]
  return lines.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

export function areaText({ city, pincode }: CollectionArea): string {
  return [city, pincode].filter(Boolean).join(' ')
}
