import type pg from 'pg'
import type { Message } from '../delivery/message.ts'
import type { OutboxMessage } from '../delivery/outbox-messages.ts'
import type { RenderedMessage } from '../delivery/outbox-sender.ts'
import { renderHtml } from './email/html.ts'
import { emailOfText, emailTemplate } from './email/template.ts'
import { renderText } from './email/text.ts'
import { createMessageDataReader, type MessageData } from './message-data.ts'
import { messagesADay, reasonToSkip } from './message-limits.ts'
import { smsTemplate } from './sms.ts'

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
): (message: OutboxMessage) => Promise<RenderedMessage> {
  const mostADay = (message: OutboxMessage) => messagesADay(message, limitScale)
  const readMessageData = createMessageDataReader(pool, mostADay)

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
    }
  }

  return async (message) => {
    if (message.about === null && message.text === null) return { skipped: 'its text was void' }
    const data = await readMessageData(message)
    const reason = reasonToSkip(message, data, { mostADay: mostADay(message), smsCountries })
    if (reason) return { skipped: reason }
    return { message: message.channel === 'sms' ? renderSms(message, data) : renderEmail(message, data) }
  }
}
