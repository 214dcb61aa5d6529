import type { Method } from '@jaanch/contracts/http/route'
import { isClientError } from './http/api-error'
import { call } from './http/call'
import type { KeyedPath, OptionsAt, Path, ResponseAt } from './http/contract'
import { urlOf } from './http/url'
import { randomId } from './random-id'

/** A request without an answer yet. A retry uses the same key, so that the API processes it once. */
export type Attempt = { key: string; body: string }

/**
 * Runs a request with an Idempotency-Key. The key stays for the same body until the request succeeds or is rejected (4xx): after a
 * lost response or a 5xx the API may have processed it. A 429 says that it was not processed now; it may be sent again as it is.
 * @param pending the attempt that `store` got last
 * @param store called before the request, and with null when the key is no longer needed
 */
export async function withIdempotencyKey<T>(
  body: unknown,
  pending: Attempt | null,
  store: (attempt: Attempt | null) => void,
  run: (key: string) => Promise<T>,
): Promise<T> {
  const text = JSON.stringify(body)
  const attempt = pending?.body === text ? pending : { key: randomId(), body: text }
  store(attempt)
  try {
    const result = await run(attempt.key)
    store(null)
    return result
  } catch (error) {
    if (isClientError(error)) store(null)
    throw error
  }
}

/** By command; module state, because the button or dialog of a command may be gone when it is given again. */
const commands = new Map<string, Attempt>()

/**
 * `withIdempotencyKey` with the attempt kept under a name: given again after a lost response, the command has one effect.
 * @param name unique for the command and the thing that it is about
 */
export function withCommandKey<T>(name: string, body: unknown, run: (key: string) => Promise<T>): Promise<T> {
  function store(attempt: Attempt | null) {
    if (attempt) commands.set(name, attempt)
    else commands.delete(name)
  }
  return withIdempotencyKey(body, commands.get(name) ?? null, store, run)
}

/**
 * Calls a route that accepts an Idempotency-Key: given again after a lost response, the command has one effect.
 * @param options `seen`: what the user saw (the position of a row) where the same may be wanted again after others changed it: a
 *   repetition would not be carried out
 */
export function command<M extends Method, P extends Path>(
  method: M,
  path: P & KeyedPath<M, P>,
  options: OptionsAt<M, P> & { seen?: number | string },
): Promise<ResponseAt<M, P>> {
  const { params, body, seen = '' } = options as { params?: { id: string }; body?: unknown; seen?: string }
  return withCommandKey(`${method} ${urlOf(path, params)} ${seen}`, body ?? null, (idempotencyKey) =>
    call<M, P>(method, path, { ...options, idempotencyKey }),
  )
}
