import type pg from 'pg'
import type { Message } from '../delivery/message.ts'
import type { OutboxMessage } from '../delivery/outbox-messages.ts'
import type { RenderedMessage } from '../delivery/outbox-sender.ts'
import { renderHtml } from './email/html.ts'
import { emailOfText, emailTemplate } from './email/template.ts'
import { renderText } from './email/text.ts'
import { createMessageDataReader, type MessageData } from './message-data.ts'
import { smsTemplate } from './sms.ts'

/** Renders messages from templates and present data, or from a text of their own. @param publicUrl for links */
export function createMessageRenderer(
  pool: pg.Pool,
  publicUrl: string,
): (message: OutboxMessage) => Promise<RenderedMessage> {
  const readMessageData = createMessageDataReader(pool)

  function renderSms(
    { id, about, text }: OutboxMessage,
    { recipient, facts, bookingId }: MessageData,
  ): Message {
    const sentence = about
      ? smsTemplate(about.kind, about.audience, facts, { publicUrl, bookingId })
      : (text?.body ?? '')
    return { id, channel: 'sms', to: recipient.phone ?? '', subject: '', text: sentence, html: null }
  }

  function renderEmail({ id, about, text }: OutboxMessage, data: MessageData): Message {
    const email = about
      ? emailTemplate(about.kind, about.audience, data, publicUrl)
      : emailOfText(text?.subject ?? '', text?.body ?? '')
    return {
      id,
      channel: 'email',
      to: data.recipient.email,
      subject: email.subject,
      text: text?.body ?? renderText(email),
      html: renderHtml(email, publicUrl),
    }
  }

  return async (message) => {
    if (message.about === null && message.text === null) return { skipped: 'its text was void' }
    const data = await readMessageData(message)
    const reason = reasonToSkip(message, data)
    if (reason) return { skipped: reason }
    return { message: message.channel === 'sms' ? renderSms(message, data) : renderEmail(message, data) }
  }
}

/** A message with a text of its own was requested by its recipient, so preferences do not apply to it. */
function reasonToSkip({ about, channel }: OutboxMessage, { recipient }: MessageData): string | undefined {
  if (!recipient.isActive) return 'the account is disabled'
  if (about && !recipient.acceptsChannel) return 'the recipient declined this channel'
  if (!(channel === 'sms' ? recipient.phone : recipient.email))
    return 'the recipient has no address for this channel'
  return undefined
}
