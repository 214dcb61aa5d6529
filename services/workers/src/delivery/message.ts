import type { Channel } from '@jaanch/contracts/notification-kinds'

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
}

/** Hands a message to a provider. @throws DeliveryError; any other error when the outcome is unknown */
type Send = (message: Message) => Promise<void>

/** How the messages of a channel are sent. `storesText`: the outbox stores their text, as no provider has it. */
export type Sender = { send: Send; storesText: boolean; close(): void }

/** The provider did not accept a message. The error's message contains no personal data: it is stored and logged. */
export class DeliveryError extends Error {
  override name = 'DeliveryError'
  /** Another attempt would be refused as well */
  readonly isPermanent: boolean
  /** The pause that the provider requests, ms */
  readonly retryAfterMs: number

  constructor(text: string, { isPermanent = false, retryAfterMs = 0 } = {}) {
    super(text)
    this.isPermanent = isPermanent
    this.retryAfterMs = retryAfterMs
  }
}
