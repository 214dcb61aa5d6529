import { type Calendar, renderCalendar } from '@jaanch/booking/calendar/visit-calendar'
import { shortDate, slotText } from '@jaanch/contracts/format'
import { renderHtml } from './email/html.ts'
import { areaText, type EmailContent, emailOfText, emailTemplate } from './email/template.ts'
import type { Audience, NotificationKind } from './kinds.ts'
import { actionOf, type LinkContext } from './links.ts'
import type { Message, MessageData, StoredMessage } from './message.ts'
import type { TemplateData } from './template-data.ts'
import { UnknownKindError, wordingOf } from './templates.ts'

/** Renders a message from its template, or from a text of its own. @param publicUrl for links @throws UnknownKindError */
export function renderMessage(message: StoredMessage, data: MessageData, publicUrl: string): Message {
  // whoever holds the phone reads it, and so do mail servers and gateways: tests are named after a sign-in only
  const neutral = {
    ...data,
    facts: { ...data.facts, tests: [], ...(!data.recipient.isProven && { labPhone: null }) },
  }
  return message.channel === 'sms'
    ? renderSms(message, neutral, publicUrl)
    : renderEmail(message, neutral, publicUrl)
}

function renderSms(
  { id, about, text }: StoredMessage,
  { recipient, facts, bookingId }: MessageData,
  publicUrl: string,
): Message {
  const sentence = about
    ? smsTemplate(about.kind, about.audience, facts, { publicUrl, bookingId })
    : (text?.body ?? '')
  return {
    id,
    channel: 'sms',
    to: recipient.phone ?? '',
    subject: '',
    text: sentence,
    html: null,
    calendar: null,
  }
}

function renderEmail({ id, about, text }: StoredMessage, data: MessageData, publicUrl: string): Message {
  // the name of a lab is free text: our mail carries nobody's text to a stranger
  const facts = data.recipient.isProven ? data.facts : { ...data.facts, labName: null }
  const email = about
    ? emailTemplate(about.kind, about.audience, { ...data, facts }, publicUrl)
    : emailOfText(text?.subject ?? '', text?.body ?? '')
  return {
    id,
    channel: 'email',
    to: data.recipient.email,
    subject: email.subject,
    text: text?.body ?? renderText(email),
    html: renderHtml(email, publicUrl),
    calendar: about ? calendarOf(data, publicUrl) : null,
  }
}

/** Without the street: a mail stays in mailboxes and on other people's servers. */
function calendarOf({ calendar, recipient, area }: MessageData, publicUrl: string): Calendar | null {
  if (!calendar) return null
  const { visit, changedAt, fastingHours } = calendar
  const location = visit.status === 'cancelled' ? null : areaText(area) || null
  return renderCalendar(visit, { publicUrl, fastingHours, location, changedAt, attendee: recipient.email })
}

/** The text part of an e-mail, for programs without HTML. */
export function renderText({
  greeting,
  paragraphs,
  advice,
  facts,
  action,
  afterwards,
  footnote,
}: EmailContent): string {
  const widest = Math.max(0, ...facts.map(({ label }) => label.length))
  const lines = facts.map(({ label, value }) => {
    const [first, ...more] = value.split('\n')
    return [
      `${`${label}:`.padEnd(widest + 2)} ${first}`,
      ...more.map((line) => ' '.repeat(widest + 3) + line),
    ].join('\n')
  })
  const parts = [
    greeting,
    ...paragraphs,
    ...advice,
    lines.join('\n'),
    action ? `${action.label}:\n${action.url}` : '',
    ...afterwards,
    `--\nJaanch. ${footnote}`,
  ]
  return parts.filter(Boolean).join('\n\n')
}

/** Length of one SMS whose characters are all in the GSM alphabet. */
const maxLength = 160

/** An SMS of at most 160 characters, which names no test; the link is omitted if it does not fit. */
export function smsTemplate(
  kind: NotificationKind,
  audience: Audience,
  facts: TemplateData,
  context: LinkContext,
): string {
  const { sms, smsHasLink } = wordingOf(kind, audience)
  if (!sms) throw new UnknownKindError('SMS', kind, audience)
  const url = smsHasLink ? actionOf(kind, audience, context)?.url : undefined
  const text = toGsm(`Jaanch: ${sms(whenOf(facts), facts)}`)
  const withLink = `${text} ${url}`
  return url && withLink.length <= maxLength ? withLink : text
}

/** @returns such as `Sat 21 Nov, 8 am-10 am (JN-2026-000123)` */
function whenOf({ scheduledDate, scheduledTime, orderNumber }: TemplateData): string {
  const isInstant = scheduledDate === null || scheduledTime === null
  const when = isInstant ? 'within 2-4 hours' : `${shortDate(scheduledDate)}, ${slotText(scheduledTime, '-')}`
  return orderNumber ? `${when} (${orderNumber})` : when
}

/** A character outside the GSM alphabet reduces an SMS from 160 to 70 characters. */
function toGsm(text: string): string {
  return text
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[–—·]/g, '-')
    .replaceAll('…', '...')
    .replaceAll('₹', 'Rs ')
    .replaceAll('\u00a0', ' ')
}
