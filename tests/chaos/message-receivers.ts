/** A mail server and an SMS gateway that accept and record all messages. */
import { startMailServer } from '@jaanch/tests/support/mail-server'
import { startSmsGateway } from '@jaanch/tests/support/sms-gateway'

/** One delivery. A message that is delivered twice has the same id twice. */
export type Delivery = { channel: 'email' | 'sms'; to: string; id: string; text: string }

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
      ...mail.taken.map(({ to, messageId, raw }): Delivery => {
        return { channel: 'email', to, id: messageId, text: decodePlainText(raw) }
      }),
      ...sms.calls.map(({ key, body }): Delivery => {
        return { channel: 'sms', to: /\+91\d{10}/.exec(body)?.[0] ?? '', id: key, text: body }
      }),
    ],
    async close() {
      await Promise.all([mail.close(), sms.close()])
    },
  }
}

/** Headers and plain text of a mail without soft line breaks (quoted-printable, RFC 2045). */
function decodePlainText(raw: string): string {
  const [plainText = ''] = raw
    .replaceAll(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
    .split(/content-type: text\/html/i)
  return plainText
}
