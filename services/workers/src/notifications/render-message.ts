import type { RenderedMessage, StoredMessage } from '@jaanch/domain/notifications/message'
import { renderMessage } from '@jaanch/domain/notifications/render-message'
import { createMessageDataReader } from '@jaanch/storage/message-data'
import type pg from 'pg'
import { messagesADay, reasonToSkip } from './message-limits.ts'

export type MessageOptions = {
  /** For links */
  publicUrl: string
  /** Countries whose mobile numbers get SMS */
  smsCountries: readonly string[]
  /** Multiplies the number of messages a day */
  limitScale: number
}

/** Renders messages from templates and present data, or from a text of their own; or says why one is not sent. */
export function createMessageRenderer(
  pool: pg.Pool,
  { publicUrl, smsCountries, limitScale }: MessageOptions,
): (message: StoredMessage) => Promise<RenderedMessage> {
  const mostADay = (message: Pick<StoredMessage, 'channel' | 'about'>) => messagesADay(message, limitScale)
  const readMessageData = createMessageDataReader(pool, mostADay)

  return async (message) => {
    if (message.about === null && message.text === null) return { skipped: 'its text was void' }
    const data = await readMessageData(message)
    const reason = reasonToSkip(message, data, { mostADay: mostADay(message), smsCountries })
    return reason ? { skipped: reason } : { message: renderMessage(message, data, publicUrl) }
  }
}
