import type { Channel } from '@jaanch/contracts/notification-kinds'

/** A message as it leaves the house. Personal data: it is never logged. */
export type Message = {
  /** The intent's: what the provider knows it by, however often it is handed over */
  id: string
  channel: Channel
  /** E-mail address, or phone number in E.164 */
  to: string
  subject: string
  /** Plain text: all of an SMS, and of an e-mail for who reads no HTML */
  text: string
  /** null for an SMS */
  html: string | null
}

/** Hands a message over. @throws DeliveryError, or any other error where nobody knows what became of it */
export type Send = (message: Message) => Promise<void>

/** How a channel's messages leave: to a provider, or into the outbox, which keeps their text. */
export type Sender = { send: Send; keepsText: boolean; close(): void }

/** The provider did not take a message. The sentence holds no personal data: it is kept and logged. */
export class DeliveryError extends Error {
  override name = 'DeliveryError'
  /** Sent again, it would be refused again */
  readonly isPermanent: boolean
  /** How long the provider asks us to wait, ms */
  readonly retryAfter: number

  constructor(text: string, { isPermanent = false, retryAfter = 0 } = {}) {
    super(text)
    this.isPermanent = isPermanent
    this.retryAfter = retryAfter
  }
}
