/** A mail server and an SMS gateway that accept and record all messages. */
import { startMailServer } from '@jaanch/tests/support/mail-server'
import { startSmsGateway } from '@jaanch/tests/support/sms-gateway'

/** One delivery. A message that is delivered twice has the same id twice. */
export type Delivery = { id: string; to: string }

export type MessageReceivers = {
  smtpUrl: string
  smsUrl: string
  listDeliveries(): Delivery[]
  close(): Promise<void>
}

export async function startMessageReceivers(): Promise<MessageReceivers> {
  const [mail, sms] = await Promise.all([startMailServer(), startSmsGateway()])
  return {
    smtpUrl: mail.url,
    smsUrl: sms.url,
    listDeliveries: () => [
      ...mail.taken.map(({ to, messageId }) => ({ id: messageId, to })),
      ...sms.calls.map(({ key, body }) => ({ id: key, to: /\+91\d{10}/.exec(body)?.[0] ?? '' })),
    ],
    async close() {
      await Promise.all([mail.close(), sms.close()])
    },
  }
}
