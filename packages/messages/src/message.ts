import type { Calendar, CalendarVisit } from '@jaanch/booking/calendar/visit-calendar'
import type { Audience, Channel, NotificationKind } from './kinds.ts'
import type { TemplateData } from './template-data.ts'

/** The event that a message is about. */
type MessageSubject = {
  kind: NotificationKind
  audience: Audience
  position: number
  streamId: string
}

/** A message of the outbox: about an event, or with a text of its own. */
export type StoredMessage = {
  id: string
  channel: Channel
  recipientUserId: string
  about: MessageSubject | null
  /** Of a message about no event; null when its text held a secret that is void */
  text: { subject: string; body: string } | null
}

/** The person that a message goes to, from the tables' present rows. */
export type Recipient = {
  name: string
  email: string
  phone: string | null
  isActive: boolean
  /** Showed that they read what is sent to the address of the message's channel */
  isProven: boolean
  /** Messages on the channel on the same day in India: those sent, and those that will be before this one; at most `mostADay` */
  countedToday: number
  /** Did not decline the message's channel */
  acceptsChannel: boolean
}

/** Where a sample is collected, without the street: a mail stays in mailboxes and on other people's servers. */
export type CollectionArea = { city: string | null; pincode: string | null }

/** Everything that a message is rendered from. */
export type MessageData = {
  recipient: Recipient
  facts: TemplateData
  bookingId: string | null
  /** About a critical value: its call was closed since, or a later reminder tells the same recipients */
  isCallOver: boolean
  area: CollectionArea
  /** The visit as it is now, for the customer's calendar; null for messages without it */
  calendar: MessageCalendar | null
}

/** The fasting time is that of all tests of the visit, as in the facts. */
type MessageCalendar = { visit: CalendarVisit; changedAt: Date; fastingHours: number | null }

/** A message ready to send, or why it is not sent. */
export type RenderedMessage = { message: Message } | { skipped: string } | { expired: string }

/** A message as a provider receives it. Personal data: never logged. */
export type Message = {
  /** Id of the outbox message: the provider gets the same id with each attempt */
  id: string
  channel: Channel
  /** E-mail address, or phone number in E.164 */
  to: string
  subject: string
  /** Plain text: the SMS, or the part of an e-mail for programs without HTML */
  text: string
  /** null for an SMS */
  html: string | null
  /** What a calendar program takes from an e-mail; null for most */
  calendar: Calendar | null
}
