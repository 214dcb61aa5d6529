import type pg from 'pg'
import type { OutboxMessage } from '../delivery/outbox-messages.ts'
import type { RenderedMessage } from '../delivery/outbox-sender.ts'
import { renderHtml } from './email/html.ts'
import { emailOfText, emailTemplate } from './email/template.ts'
import { renderText } from './email/text.ts'
import { createMessageDataReader, type MessageData } from './message-data.ts'
import { smsTemplate } from './sms.ts'

/** Writes messages: in words made now, or with the text that came with the intent. @param publicUrl where links lead */
export function createMessageRenderer(
  pool: pg.Pool,
  publicUrl: string,
): (intent: OutboxMessage) => Promise<RenderedMessage> {
  const readMessageData = createMessageDataReader(pool)
  return async (intent) => {
    // what came with a text is asked for by its reader, whatever else they want to hear
    const isVoid = intent.about === null && intent.text === null
    if (isVoid) return { skipped: 'its text was void' }
    const messageData = await readMessageData(intent)
    const reason = reasonToSkip(intent, messageData)
    if (reason) return { skipped: reason }
    return { message: intent.channel === 'sms' ? sms(intent, messageData) : email(intent, messageData) }

    function sms({ id, about, text }: OutboxMessage, { recipient, facts, bookingId }: MessageData) {
      const words = about
        ? smsTemplate(about.notice, about.audience, facts, { publicUrl, bookingId })
        : (text?.body ?? '')
      return { id, channel: 'sms' as const, to: recipient.phone ?? '', subject: '', text: words, html: null }
    }

    function email({ id, about, text }: OutboxMessage, messageData: MessageData) {
      const letter = about
        ? emailTemplate(about.notice, about.audience, messageData, publicUrl)
        : emailOfText(text?.subject ?? '', text?.body ?? '')
      return {
        id,
        channel: 'email' as const,
        to: messageData.recipient.email,
        subject: letter.subject,
        text: text?.body ?? renderText(letter),
        html: renderHtml(letter, publicUrl),
      }
    }
  }
}

function reasonToSkip({ about, channel }: OutboxMessage, { recipient }: MessageData): string | undefined {
  if (!recipient.isActive) return 'the account is disabled'
  if (about && !recipient.wants) return 'its reader does not want to hear by this way'
  if (!(channel === 'sms' ? recipient.phone : recipient.email))
    return 'its reader cannot be reached by this way'
  return undefined
}
