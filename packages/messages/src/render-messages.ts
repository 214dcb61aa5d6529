import { acceptsSms } from '@jaanch/platform/sms-gateway'
import type pg from 'pg'
import type { MessageData, RenderedMessage, StoredMessage } from './message.ts'
import { createMessageDataReader } from './message-data.ts'
import { isNewsOver } from './news-ends.ts'
import { renderMessage } from './render-message.ts'
import { isUrgent } from './templates.ts'

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

export type MessageOptions = {
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
