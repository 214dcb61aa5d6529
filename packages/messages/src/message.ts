/** The event that a message is about. */
type MessageSubject = {
  /** The kind of notification, perhaps one of a newer release */
  kind: string
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
  /** The text of a message about no event; null when its text held a secret that is void */
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
  /** The part of an e-mail for calendar programs; null for most */
  calendar: Calendar | null
}

/** An iCalendar object (RFC 5545) and its method, which a mail names beside it (RFC 6047). */
export type Calendar = { method: 'PUBLISH' | 'REQUEST' | 'CANCEL'; text: string }

/** Hands a message to a provider. @throws DeliveryError; any other error when the outcome is unknown */
type Send = (message: Message) => Promise<void>

/** How the messages of a channel are sent. `storesText`: the outbox stores their text, as no provider has it. */
export type Sender = { send: Send; storesText: boolean; close(): void }

/** The provider did not accept a message. The error's message contains no personal data: it is stored and logged. */
export class DeliveryError extends Error {
  override name = 'DeliveryError'
  /** Another attempt would be refused as well */
  readonly isPermanent: boolean
  /** There is no mailbox of this address */
  readonly isBounce: boolean
  /** The pause that the provider requests, ms */
  readonly retryAfterMs: number

  constructor(text: string, { isPermanent = false, isBounce = false, retryAfterMs = 0 } = {}) {
    super(text)
    this.isPermanent = isPermanent
    this.isBounce = isBounce
    this.retryAfterMs = retryAfterMs
  }
}

export const channels = ['email', 'sms'] as const
export type Channel = (typeof channels)[number]

/** Customer, lab and admins get different texts for the same event. Stored by place, as the kinds are. */
export const audiences = ['customer', 'lab-partner', 'admin'] as const
export type Audience = (typeof audiences)[number]
