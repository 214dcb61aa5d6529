import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

type Reply = { status: number; body: unknown }

/** Sends a request until its reply is not a 5xx, as a client does while processes die. */
export async function callWithRetry(url: string, path: string, init: RequestInit = {}): Promise<Reply> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    try {
      const response = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(10_000) })
      const text = await response.text()
      if (response.status < 500) return { status: response.status, body: JSON.parse(text) }
    } catch {
      // connection refused, reset or closed in the middle: send the same request again
    }
    await setTimeout(100)
  }
  throw new Error(`No reply for ${path}`)
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
