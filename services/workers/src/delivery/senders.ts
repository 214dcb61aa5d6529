import type { Channel } from '@jaanch/contracts/notification-kinds'
import type { SmsTemplate } from '@jaanch/platform/sms-template'
import { createLocalOutbox } from './local-outbox.ts'
import type { Sender } from './message.ts'
import { channelConcurrency } from './outbox-sender.ts'
import { createSmsGateway } from './sms-gateway.ts'
import { createSmtp } from './smtp.ts'

export type Providers = {
  /** The sender of e-mails */
  mailFrom: string
  /** Without it, e-mails stay in the outbox */
  smtpUrl?: string | undefined
  /** Without it, SMS stay in the outbox */
  sms?: { url: string; template: SmsTemplate } | undefined
  /** Where what stays in the outbox is written for a developer to read; nowhere unless told */
  outboxDir?: string | undefined
  /** How long a provider may take to answer, ms; 10 s unless told */
  timeout?: number
}

/** How each channel's messages leave this house. */
export function createSenders(providers: Providers): Record<Channel, Sender> {
  const { mailFrom: from, smtpUrl, sms, outboxDir: directory, timeout } = providers
  const patience = timeout === undefined ? {} : { timeout }
  const local = () => createLocalOutbox({ directory, from })
  return {
    // a connection for each: none waits for another's
    email: smtpUrl
      ? createSmtp({ url: smtpUrl, from, connections: channelConcurrency, ...patience })
      : local(),
    sms: sms ? createSmsGateway({ ...sms, ...patience }) : local(),
  }
}
