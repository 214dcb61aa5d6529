import { createTransport } from 'nodemailer'
import { DeliveryError, type Message, type Sender } from '../message.ts'

export type SmtpOptions = {
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
export function mailOf(message: Message, from: string) {
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
