import { type Calendar, renderCalendar } from '../calendar/visit-calendar.ts'
import { renderHtml } from './email/html.ts'
import { areaText, emailOfText, emailTemplate } from './email/template.ts'
import { renderText } from './email/text.ts'
import type { Message, MessageData, StoredMessage } from './message.ts'
import { smsTemplate } from './sms.ts'

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
