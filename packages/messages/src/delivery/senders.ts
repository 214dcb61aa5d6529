import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { batchCalls } from '@jaanch/platform/share-calls'
import type { SmsGateway } from '@jaanch/platform/sms-gateway'
import { createTransport } from 'nodemailer'
import type pg from 'pg'
import { type Audience, type Channel, DeliveryError, type Message, type Sender } from '../message.ts'
import { type Admit, channelConcurrency } from './outbox-sender.ts'

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

type SmtpOptions = {
  /**
   * smtp://user:password@host:port or smtps://… With smtp:// the connection must become encrypted (STARTTLS) before anything is
   * sent, unless the server is on this machine, or the URL ends in `?requireTLS=false`
   */
  url: string
  /** Such as `Jaanch <no-reply@jaanch.example>`; the Message-IDs end in its domain */
  from: string
  connections: number
  /** For a connection, for the greeting and for each answer, ms; default 10,000: answers take milliseconds */
  timeoutMs?: number
}

type SmtpFailure = { code?: string; responseCode?: number; command?: string; response?: string }

/** Sends over a pool of connections that stay open. Retries are made by the outbox, not by the pool. */
export function createSmtp({ url, from, connections, timeoutMs = 10_000 }: SmtpOptions): Sender {
  const transport = createTransport({
    // a parameter of the URL has precedence
    requireTLS: !isLoopback(url),
    url,
    pool: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
    maxRequeues: 0,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0])
  // a connection that fails while idle is replaced; without a listener the error would end the process
  transport.on('error', () => {})
  return {
    storesText: false,
    close: () => transport.close(),
    async send(message) {
      try {
        // for a server that keeps sending something other than its answer: a message given up must not be sent later
        const signal = AbortSignal.timeout(3 * timeoutMs)
        await transport.sendMail({ ...mailOf(message, from), signal })
      } catch (error) {
        throw refusalOf(error as SmtpFailure)
      }
    },
  }
}

function isLoopback(url: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}

/** @returns the input of nodemailer; the same message always has the same Message-ID */
function mailOf(message: Message, from: string) {
  const { id, to, subject, text, html, calendar } = message
  return {
    from,
    // an object, so that the address is never parsed as a list
    to: { name: '', address: to },
    subject,
    text,
    ...(html !== null && { html }),
    // a part of the mail (RFC 6047), which mail programs show as an event, and a file for the others
    ...(calendar && {
      icalEvent: { method: calendar.method, filename: 'visit.ics', content: calendar.text },
    }),
    messageId: `<${id}@${domainOf(from)}>`,
    // without this nodemailer counts the characters of both texts to choose
    textEncoding: 'quoted-printable' as const,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

function domainOf(from: string): string {
  return /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'jaanch.example'
}

/** Commands whose answers are about the mail itself. Earlier answers are about our connection, password or sender address. */
const mailCommands = ['RCPT TO', 'DATA']

/**
 * There is no such mailbox or domain (RFC 3463): a server that refuses us, or everything, says something else. Without such a code nothing is
 * known about the address.
 */
const bounce = /^5\d\d[ -]5\.1\.(1|2|3|6|10)\b/

/** 5xx to the mail itself is permanent. The server's own text may contain the address, so it is not used. */
function refusalOf({
  code = 'unknown',
  responseCode,
  command = 'connecting',
  response = '',
}: SmtpFailure): DeliveryError {
  if (responseCode === undefined) return new DeliveryError(`The mail server failed: ${code} at ${command}`)
  const isPermanent = responseCode >= 500 && mailCommands.includes(command)
  return new DeliveryError(`The mail server answered ${responseCode} to ${command}`, {
    isPermanent,
    isBounce: command === 'RCPT TO' && bounce.test(response),
  })
}
