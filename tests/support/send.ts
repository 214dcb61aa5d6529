/** Requests to the API: sent once, or repeated as a polite client does. All clients of the tests send through these. */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { headers as names } from '@jaanch/contracts/http/headers'

export type Call = {
  method: string
  /** With its query */
  path: string
  token?: string | undefined
  /** Sent as JSON */
  body?: unknown
  /** Sent as it is, instead of `body` */
  text?: string | undefined
  idempotencyKey?: string | undefined
  headers?: Record<string, string>
}

export type Answer<Body = unknown> = { status: number; headers: Headers; body: Body }

export type Send<A extends Answer = Answer> = (call: Call) => Promise<A>

/** @param url what takes requests at the moment of each of them */
export function sendTo(url: string | (() => string), { timeoutMs }: { timeoutMs?: number } = {}): Send {
  return async ({ method, path, token, body, text, idempotencyKey, headers }) => {
    const content = text ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetch((typeof url === 'string' ? url : url()) + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...headers,
      },
      ...(content !== undefined && { body: content }),
      ...(timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) }),
    })
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const sent = await response.text()
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(sent) : undefined }
  }
}

/** How long a read is repeated whose answer may be too old, ms */
const currentWithinMs = 60_000

/**
 * Repeats a read whose answer may lack what was written before: a process waits for its read tables for half a second only, and the
 * projector may need longer on a busy machine. After a minute the answer is given as it is.
 */
export function untilCurrent<A extends Answer>(send: Send<A>): Send<A> {
  return async (call) => {
    for (const deadline = performance.now() + currentWithinMs; ; await setTimeout(50)) {
      const answer = await send(call)
      if (call.method !== 'GET' || !answer.headers.has(names.readBehind)) return answer
      if (performance.now() > deadline) return answer
    }
  }
}

/** The call without the ids in its path, to count by. */
export function nameOf({ method, path }: Call): string {
  return `${method} ${path.replace(/[0-9a-f-]{36}/g, ':id')}`
}

/** @returns what a refused call throws; reports count by its message */
export function refusalOf(call: Call, { status, body }: Answer): Error {
  return new Error(`${nameOf(call)}: ${status} ${JSON.stringify(body)?.slice(0, 200)}`)
}

/** A request was not answered although it was repeated. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError'
}

export type Politeness<A extends Answer = Answer> = {
  /** How long a request is repeated, ms; default two minutes */
  patienceMs?: number
  /** Whether repeating may change the answer; default: 429 and all 5xx */
  isTemporary?: (answer: A, call: Call) => boolean
  /** Receives why a request is sent again: a status, or what happened to the connection */
  onRepeat?: (reason: string) => void
}

const firstPauseMs = 100
const maxPauseMs = 1_000

/**
 * Repeats a request, with the same Idempotency-Key, after a lost connection, a timeout and an answer that is temporary, after the
 * pause that the answer asks for.
 * @throws NoAnswerError
 */
export function politely<A extends Answer>(send: Send<A>, politeness: Politeness<A> = {}): Send<A> {
  const { patienceMs = 120_000, isTemporary = ({ status }) => status === 429 || status >= 500 } = politeness
  return async (given) => {
    const call =
      given.method === 'GET' ? given : { ...given, idempotencyKey: given.idempotencyKey ?? randomUUID() }
    const deadline = performance.now() + patienceMs
    for (let pauseMs = firstPauseMs; performance.now() < deadline; ) {
      const answer = await send(call).catch((error: Error) => error)
      if (!(answer instanceof Error) && !isTemporary(answer, call)) return answer
      politeness.onRepeat?.(reasonOf(answer))
      const askedMs = answer instanceof Error ? 0 : Number(answer.headers.get('retry-after') ?? 0) * 1_000
      await setTimeout(Math.max(pauseMs, askedMs))
      pauseMs = Math.min(pauseMs * 2, maxPauseMs)
    }
    throw new NoAnswerError(`${nameOf(call)}: no answer in ${patienceMs / 1_000} s`)
  }
}

function reasonOf(answer: Answer | Error): string {
  if (!(answer instanceof Error)) return String(answer.status)
  return answer.name === 'TimeoutError' ? 'no answer in time' : 'connection closed'
}
