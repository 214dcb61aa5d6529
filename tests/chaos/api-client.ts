import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

/** How often requests of this process were repeated, by the reason. */
export const repeats = new Map<string, number>()

/** A polite client could not get its request through. */
export class NoReplyError extends Error {
  override name = 'NoReplyError'
}

type Reply = { status: number; body: unknown }

/** Sends a request until its reply is not a 5xx, as a client does while processes die. */
export async function callWithRetry(url: string, path: string, init: RequestInit = {}): Promise<Reply> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    try {
      const response = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(10_000) })
      const text = await response.text()
      if (response.status < 500) return { status: response.status, body: JSON.parse(text) }
      countRepeat(String(response.status))
    } catch (error) {
      // connection refused, reset or closed in the middle: send the same request again
      const isTimeout = error instanceof Error && error.name === 'TimeoutError'
      countRepeat(isTimeout ? 'no reply in 10 s' : 'connection closed')
    }
    await setTimeout(100)
  }
  throw new NoReplyError(`No reply for ${path}`)
}

function countRepeat(reason: string): void {
  repeats.set(reason, (repeats.get(reason) ?? 0) + 1)
}

/** A request with a JSON body. A retry sends the same idempotency key. */
export function post(token: string | undefined, body: unknown, key: string = randomUUID()): RequestInit {
  return {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(token && { authorization: `Bearer ${token}` }),
    },
  }
}

export function put(token: string, body: unknown): RequestInit {
  return { ...post(token, body), method: 'PUT' }
}

export function get(token: string): RequestInit {
  return { headers: { authorization: `Bearer ${token}` } }
}

/** @returns a token */
export async function signIn(url: string, email: string, password: string): Promise<string> {
  const { status, body } = await callWithRetry(url, '/api/auth/login', post(undefined, { email, password }))
  if (status !== 200) throw new Error(`${email} cannot sign in: ${status} ${JSON.stringify(body)}`)
  return (body as { token: string }).token
}

/** @param url of a stack with the demo */
export function signInAsAdmin(url: string): Promise<string> {
  return signIn(url, 'admin@jaanch.example', 'admin-demo-2026')
}
