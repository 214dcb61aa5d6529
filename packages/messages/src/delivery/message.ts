import type { Message } from '../message.ts'

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
