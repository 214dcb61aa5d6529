import { addDays, hasBegun } from '@jaanch/contracts/calendar'
import { shortDate, slotText } from '@jaanch/contracts/format'
import { type EmailContent, emailOfText, renderHtml, renderText } from '@jaanch/messages/email'
import type { Audience, Calendar, Message, RenderedMessage, StoredMessage } from '@jaanch/messages/message'
import { acceptsSms } from '@jaanch/platform/sms-gateway'
import type pg from 'pg'
import { renderCalendar } from '../calendar/calendar.ts'
import { type CollectionArea, createMessageDataReader, type MessageData } from './message-data.ts'
import { paymentText, type TemplateData, whenText } from './template-data.ts'
import {
  actionOf,
  isUrgent,
  type LinkContext,
  plainText,
  renderNotification,
  UnknownKindError,
  wordingOf,
} from './templates.ts'

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

/** Length of one SMS whose characters are all in the GSM alphabet. */
const maxLength = 160

/** An SMS of at most 160 characters, which names no test; the link is omitted if it does not fit. */
export function smsTemplate(
  kind: string,
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

/** Messages about events that a person gets in a day on a channel; labs and admins get those of all their bookings. */
const customersADay = { email: 30, sms: 15 }
const staffADay = { email: 300, sms: 150 }

/** Counting more would read thousands of rows for each message: a load test sets such limits. */
const mostCounted = 10_000

/** @param scale multiplies the limit @returns Infinity: no limit */
function messagesADay({ channel, about }: Pick<StoredMessage, 'channel' | 'about'>, scale: number): number {
  const limits = about?.audience === 'customer' ? customersADay : staffADay
  const limit = Math.floor(limits[channel] * scale)
  return limit > mostCounted ? Number.POSITIVE_INFINITY : limit
}

/**
 * A message with a text of its own is a code or a reset link, which its recipient requested: it goes to an unproven address too,
 * and the preferences and the limit a day do not apply to it. Nor do they to what is urgent.
 * @returns undefined: it is sent
 */
function reasonToSkip(
  message: Pick<StoredMessage, 'about' | 'channel'>,
  { recipient }: Pick<MessageData, 'recipient'>,
  mostADay: number,
): string | undefined {
  const { about, channel } = message
  if (!recipient.isActive) return 'the account is disabled'
  const isHeld = about !== null && !isUrgent(about.kind, about.audience)
  if (isHeld && !recipient.acceptsChannel) return 'the recipient declined this channel'
  const address = channel === 'sms' ? recipient.phone : recipient.email
  if (!address) return 'the recipient has no address for this channel'
  if (channel === 'sms' && !acceptsSms(address)) {
    return 'no SMS are sent to numbers of this country, or to landlines'
  }
  if (isHeld && !recipient.isProven && !goesToUnproven(message)) return 'the address is not verified'
  if (isHeld && recipient.countedToday >= mostADay) {
    return `the recipient had ${mostADay} messages on this channel today`
  }
  return undefined
}

/** The answer to a lab's application: the lab cannot sign in to prove its address before it. The text contains nothing typed. */
function goesToUnproven({ about, channel }: Pick<StoredMessage, 'about' | 'channel'>): boolean {
  return channel === 'email' && (about?.kind === 'lab-approved' || about?.kind === 'lab-rejected')
}

/**
 * Whether a message about a visit comes too late to be of use: a reminder to fast when the visit has begun, and that the collector is on
 * the way on a later day. All other news stays true.
 * @param facts of the booking as it was at the event
 */
export function isNewsOver(
  kind: string,
  { scheduledDate, scheduledTime }: Pick<TemplateData, 'scheduledDate' | 'scheduledTime'>,
  now: Date,
): boolean {
  if (scheduledDate === null) return false
  if (kind === 'fasting-reminder') return hasBegun(scheduledDate, scheduledTime ?? '00:00', now)
  return kind === 'sample-collection' && hasBegun(addDays(scheduledDate, 1), '00:00', now)
}

type MessageOptions = {
  /** For links */
  publicUrl: string
  /** Multiplies the number of messages a day */
  limitScale: number
  now: () => Date
}

/** Renders messages from templates and present data, or from a text of their own; or says why one is not sent. */
export function createMessageRenderer(
  pool: pg.Pool,
  { publicUrl, limitScale, now }: MessageOptions,
): (message: StoredMessage) => Promise<RenderedMessage> {
  const mostADay = (message: Pick<StoredMessage, 'channel' | 'about'>) => messagesADay(message, limitScale)
  const readMessageData = createMessageDataReader(pool, mostADay)

  return async (message) => {
    if (message.about === null && message.text === null) return { skipped: 'its text was void' }
    const data = await readMessageData(message)
    if (message.about && isNewsOver(message.about.kind, data.facts, now()))
      return { expired: 'it came too late for the visit' }
    if (data.isCallOver) return { expired: 'its call was confirmed, or a later reminder tells of it' }
    const reason = reasonToSkip(message, data, mostADay(message))
    return reason ? { skipped: reason } : { message: renderMessage(message, data, publicUrl) }
  }
}

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

function areaText({ city, pincode }: CollectionArea): string {
  return [city, pincode].filter(Boolean).join(' ')
}
