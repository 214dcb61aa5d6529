import type { Message } from '@jaanch/domain/notifications/message'
import type { SmsGateway } from '@jaanch/platform/sms-gateway'
import { DeliveryError, type Sender } from './message.ts'

export type SmsGatewayOptions = SmsGateway & {
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
