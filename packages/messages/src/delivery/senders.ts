import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { batchCalls } from '@jaanch/platform/batch-calls'
import type { SmsGateway } from '@jaanch/platform/sms-gateway'
import { createTransport } from 'nodemailer'
import type pg from 'pg'
import type { Audience, Channel } from '../channels.ts'
import { DeliveryError, type Message, type Sender } from '../message.ts'
import { type Admit, channelConcurrency } from './outbox-sender.ts'
import { createSmtp, mailOf } from './smtp.ts'

export type Providers = {
  /** Sender address of e-mails */
  mailFrom: string
  smtpUrl?: string | undefined
  sms?: SmsGateway | undefined
  /** Whether the messages of a channel without a provider wait for one; default: they count as sent and stay in the outbox */
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

type SmsGatewayOptions = SmsGateway & {
  /** For the whole call, ms; default 10,000 */
  timeoutMs?: number
}

/** The longest pause that a gateway may request, ms */
const maxRetryAfterMs = 10 * 60 * 1_000

/**
 * Sends an SMS by one HTTP call, over connections that stay open. The message's id is the Idempotency-Key: a gateway that
 * supports the header sends a repeated message once.
 */
export function createSmsGateway({ timeoutMs = 10_000, ...gateway }: SmsGatewayOptions): Sender {
  return {
    storesText: false,
    close() {},
    async send(message) {
      const response = await call(gateway, message, timeoutMs)
      if (response.status >= 200 && response.status < 300) return
      throw new DeliveryError(`The SMS gateway answered ${response.status}`, {
        isPermanent: isPermanent(response.status),
        retryAfterMs: parseRetryAfter(response.headers.get('retry-after')),
      })
    },
  }
}

async function call(gateway: SmsGateway, message: Message, timeoutMs: number): Promise<Response> {
  const { headers, body } = fill(gateway, message)
  try {
    const response = await fetch(gateway.url, {
      method: gateway.method,
      headers: { ...headers, 'idempotency-key': message.id },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    // a connection can be used again only after the body was read
    await response.arrayBuffer()
    return response
  } catch (error) {
    const { name, cause } = error as { name: string; cause?: { code?: string } }
    throw new DeliveryError(`The SMS gateway failed: ${cause?.code ?? name}`)
  }
}

/** The SMS itself is refused. Other refusals are temporary: an expired key, an account without credit. */
function isPermanent(status: number): boolean {
  return status === 400 || status === 413 || status === 422
}

/** @param header seconds or a date (RFC 9110) @returns ms */
function parseRetryAfter(header: string | null): number {
  if (!header) return 0
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), maxRetryAfterMs) : 0
}

/** Replaces `{{to}}`, `{{text}}` and `{{id}}`, encoded as the body's type requires. */
function fill(gateway: SmsGateway, message: Message): { headers: Record<string, string>; body: string } {
  const values: Record<string, string> = { to: message.to, text: message.text, id: message.id }
  const filled = (text: string, write: (value: string) => string) =>
    text.replaceAll(/\{\{(to|text|id)\}\}/g, (_, name: string) => write(values[name] ?? ''))
  const headers = Object.fromEntries(
    Object.entries(gateway.headers).map(([name, value]) => [name, filled(value, encodeURIComponent)]),
  )
  if (typeof gateway.body === 'string') return { headers, body: filled(gateway.body, encodeURIComponent) }
  // inside a JSON string: the encoded value without its quotes
  const inString = (value: string) => JSON.stringify(value).slice(1, -1)
  return {
    headers: { 'content-type': 'application/json', ...headers },
    body: filled(JSON.stringify(gateway.body), inString),
  }
}

/**
 * Counts the SMS of the day in Postgres, which all workers share: those of a moment with one statement. One that is tried again was
 * counted before; the gateway recognises it by its id. News of days in which the channel was paused are sent before those of today: they
 * get half of the budget at most. What is urgent is sent without one.
 * @param most SMS of a day in India
 * @param isUrgent whether nothing holds the message back
 */
export function createSmsBudget(
  pool: pg.Pool,
  most: number,
  isUrgent: (kind: string, audience: Audience) => boolean,
): Admit {
  const takeUpTo = (limit: number) =>
    batchCalls(async (wanted: number[]): Promise<boolean[]> => {
      const { rows } = await pool.query<{ granted: number }>({
        name: 'take sms',
        text: 'select take_sms($1, $2) as granted',
        values: [wanted.length, limit],
      })
      return wanted.map((_, index) => index < (rows[0]?.granted ?? 0))
    })
  const take = takeUpTo(most)
  const ofOld = Math.floor(most / 2)
  const takeOld = takeUpTo(ofOld)

  return async ({ channel, attempts, isOld, about }) => {
    if (about && isUrgent(about.kind, about.audience)) return undefined
    if (channel !== 'sms' || attempts > 0 || (await (isOld ? takeOld : take)(1))) return undefined
    return isOld
      ? `it is old, and the installation had ${ofOld} SMS today (half of SMS_PER_DAY)`
      : `the installation had ${most} SMS today (SMS_PER_DAY)`
  }
}
