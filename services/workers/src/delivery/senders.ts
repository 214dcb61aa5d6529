import type { Channel } from '@jaanch/contracts/notification-kinds'
import type { SmsGateway } from '@jaanch/platform/sms-gateway'
import { createLocalOutbox } from './local-outbox.ts'
import type { Sender } from './message.ts'
import { channelConcurrency } from './outbox-sender.ts'
import { createSmsGateway } from './sms-gateway.ts'
import { createSmtp } from './smtp.ts'

export type Providers = {
  /** Sender address of e-mails */
  mailFrom: string
  /** Default: e-mails stay in the outbox */
  smtpUrl?: string | undefined
  /** Default: SMS stay in the outbox */
  sms?: SmsGateway | undefined
  /** Directory of files with the messages that stay in the outbox, for developers; default none */
  outboxDir?: string | undefined
  /** How long a provider may take to answer, ms; default 10,000 */
  timeoutMs?: number
}

/** One sender per channel. */
export function createSenders(providers: Providers): Record<Channel, Sender> {
  const { mailFrom: from, smtpUrl, sms, outboxDir: directory, timeoutMs } = providers
  const limits = timeoutMs === undefined ? {} : { timeoutMs }
  const local = () => createLocalOutbox({ directory, from })
  return {
    // one connection per message in progress, so that none waits for another
    email: smtpUrl ? createSmtp({ url: smtpUrl, from, connections: channelConcurrency, ...limits }) : local(),
    sms: sms ? createSmsGateway({ ...sms, ...limits }) : local(),
  }
}
