import { createTransport } from 'nodemailer'
import { DeliveryError, type Message, type Sender } from './message.ts'

export type SmtpOptions = {
  /** smtp://user:password@host:port or smtps://… */
  url: string
  /** Such as `Jaanch <no-reply@jaanch.example>`; the Message-IDs end in its domain */
  from: string
  connections: number
  /** For a connection, for the greeting and for each answer, ms */
  timeout?: number
}

/** An answer takes milliseconds; one that takes longer than this does not come. */
const usualTimeout = 10_000

type SmtpFailure = { code?: string; responseCode?: number; command?: string }

/** Sends through a pool of connections that stay open. A message that fails is tried again by us, not by the pool. */
export function createSmtp({ url, from, connections, timeout = usualTimeout }: SmtpOptions): Sender {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
    maxRequeues: 0,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    dnsTimeout: timeout,
    socketTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0])
  // a connection that breaks while idle is replaced; without a listener it would end the process
  transport.on('error', () => {})
  return {
    keepsText: false,
    close: () => transport.close(),
    async send(message) {
      try {
        // for a server that says something now and then, and never what is waited for; it must not send what we gave up
        const signal = AbortSignal.timeout(3 * timeout)
        await transport.sendMail({ ...mailOf(message, from), signal })
      } catch (error) {
        throw refusalOf(error as SmtpFailure)
      }
    },
  }
}

/** @returns what nodemailer makes the mail of; the same message makes the same Message-ID, always */
export function mailOf(message: Message, from: string) {
  const { id, to, subject, text, html } = message
  return {
    from,
    // as an object, so that no character of it is read as more than one address
    to: { name: '', address: to },
    subject,
    text,
    ...(html !== null && { html }),
    messageId: `<${id}@${domainOf(from)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

export function domainOf(from: string): string {
  return /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'jaanch.example'
}

/** Where a server judges the mail. What it says before is of us: of where we connect from, our password, our address. */
const judgements = ['RCPT TO', 'DATA']

/** 5xx to the mail itself is a refusal for good. The server's own words may hold the address, so they are left out. */
function refusalOf({ code = 'unknown', responseCode, command = 'connecting' }: SmtpFailure): DeliveryError {
  if (responseCode === undefined) return new DeliveryError(`The mail server failed: ${code} at ${command}`)
  const isPermanent = responseCode >= 500 && judgements.includes(command)
  return new DeliveryError(`The mail server answered ${responseCode} to ${command}`, { isPermanent })
}
