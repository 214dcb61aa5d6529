import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Channel } from '@jaanch/contracts/notification-kinds'
import type { Message } from '@jaanch/domain/notifications/message'
import type { SmsGateway } from '@jaanch/platform/sms-gateway'
import { createTransport } from 'nodemailer'
import type { Sender } from './message.ts'
import { channelConcurrency } from './outbox-sender.ts'
import { createSmsGateway } from './sms-gateway.ts'
import { createSmtp, mailOf } from './smtp.ts'

export type Providers = {
  /** Sender address of e-mails */
  mailFrom: string
  smtpUrl?: string | undefined
  sms?: SmsGateway | undefined
  /** What becomes of the messages of a channel without a provider: they wait for one; default: they count as sent and stay in the outbox */
  withoutProvider?: 'wait' | 'store'
  /** Directory of files with the messages that stay in the outbox, for developers; default none */
  outboxDir?: string | undefined
  /** How long a provider may take to answer, ms; default 10,000 */
  timeoutMs?: number
}

/** One sender per channel; none for one whose messages wait for a provider. */
export function createSenders(providers: Providers): Partial<Record<Channel, Sender>> {
  const { mailFrom: from, smtpUrl, sms, withoutProvider, outboxDir: directory, timeoutMs } = providers
  const limits = timeoutMs === undefined ? {} : { timeoutMs }
  const local = () => (withoutProvider === 'wait' ? undefined : createLocalOutbox({ directory, from }))
  // one connection per message in progress, so that none waits for another
  const email = smtpUrl
    ? createSmtp({ url: smtpUrl, from, connections: channelConcurrency, ...limits })
    : local()
  const gateway = sms ? createSmsGateway({ ...sms, ...limits }) : local()
  return { ...(email && { email }), ...(gateway && { sms: gateway }) }
}

/**
 * The sender of a channel without a provider: the text remains in the table `outbox`. With a directory, a developer can also
 * open it as `<directory>/<id>.eml` (RFC 5322) or `.txt`, which only the owner of the file can read.
 */
function createLocalOutbox({ directory, from }: { directory: string | undefined; from: string }): Sender {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

  async function contentOf(message: Message): Promise<Buffer | string> {
    if (message.channel === 'sms') return `To: ${message.to}\n\n${message.text}\n`
    const { message: bytes } = await composer.sendMail(mailOf(message, from))
    return bytes as Buffer
  }

  return {
    storesText: true,
    close() {},
    async send(message) {
      if (!directory) return
      const path = join(directory, `${message.id}.${message.channel === 'sms' ? 'txt' : 'eml'}`)
      // renamed when it is complete: nobody opens half a mail
      const content = await contentOf(message)
      // synchronous: only developers have these files, and the calls are cheaper than handing them to other threads
      mkdirSync(directory, { recursive: true, mode: 0o700 })
      writeFileSync(`${path}.part`, content, { mode: 0o600 })
      renameSync(`${path}.part`, path)
    },
  }
}
