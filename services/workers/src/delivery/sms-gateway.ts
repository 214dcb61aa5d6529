import type { SmsTemplate } from '@jaanch/platform/sms-template'
import { DeliveryError, type Message, type Sender } from './message.ts'

export type SmsGatewayOptions = {
  url: string
  template: SmsTemplate
  /** For the whole call, ms */
  timeout?: number
}

const usualTimeout = 10_000
/** A gateway that asks for more than this gets our own patience instead, ms */
const longestWait = 10 * 60 * 1_000

/**
 * Sends an SMS by one HTTP call, over connections that stay open. The intent's id goes along as Idempotency-Key, so that a
 * gateway that knows the header sends a repeated one once.
 */
export function createSmsGateway({ url, template, timeout = usualTimeout }: SmsGatewayOptions): Sender {
  return {
    keepsText: false,
    close() {},
    async send(message) {
      const response = await call(url, template, message, timeout)
      if (response.status >= 200 && response.status < 300) return
      throw new DeliveryError(`The SMS gateway answered ${response.status}`, {
        isPermanent: isPermanent(response.status),
        retryAfter: retryAfter(response.headers.get('retry-after')),
      })
    },
  }
}

async function call(
  url: string,
  template: SmsTemplate,
  message: Message,
  timeout: number,
): Promise<Response> {
  const { headers, body } = fill(template, message)
  try {
    const response = await fetch(url, {
      method: template.method,
      headers: { ...headers, 'idempotency-key': message.id },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    })
    // read to its end, or the connection could not be used again
    await response.arrayBuffer()
    return response
  } catch (error) {
    const { name, cause } = error as { name: string; cause?: { code?: string } }
    throw new DeliveryError(`The SMS gateway failed: ${cause?.code ?? name}`)
  }
}

/** Fault with the SMS itself. Any other refusal is of us or of the moment: a key that expired, an account that is empty. */
function isPermanent(status: number): boolean {
  return status === 400 || status === 413 || status === 422
}

/** @param header seconds or a date (RFC 9110) @returns ms */
function retryAfter(header: string | null): number {
  if (!header) return 0
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), longestWait) : 0
}

/** Puts the message in the place of `{{to}}`, `{{text}}` and `{{id}}`, written as the body's type wants it. */
function fill(template: SmsTemplate, message: Message): { headers: Record<string, string>; body: string } {
  const values: Record<string, string> = { to: message.to, text: message.text, id: message.id }
  const filled = (text: string, write: (value: string) => string) =>
    text.replaceAll(/\{\{(to|text|id)\}\}/g, (_, name: string) => write(values[name] ?? ''))
  const headers = Object.fromEntries(
    Object.entries(template.headers).map(([name, value]) => [name, filled(value, encodeURIComponent)]),
  )
  if (typeof template.body === 'string') return { headers, body: filled(template.body, encodeURIComponent) }
  // within a JSON string already: the value without its quotes
  const inString = (value: string) => JSON.stringify(value).slice(1, -1)
  return {
    headers: { 'content-type': 'application/json', ...headers },
    body: filled(JSON.stringify(template.body), inString),
  }
}
