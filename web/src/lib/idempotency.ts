import { useRef } from 'react'
import { isClientError } from './http/api-error'
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
 * Gives a command to something that exists with an Idempotency-Key: given again after a lost response, it has one effect.
 * @param command unique for the command and the thing: `confirm <id>`. With what the user saw (its position) where the same may be
 *   wanted again after others changed it: a repetition would not be carried out
 */
export function withCommandKey<T>(
  command: string,
  body: unknown,
  run: (key: string) => Promise<T>,
): Promise<T> {
  function store(attempt: Attempt | null) {
    if (attempt) commands.set(command, attempt)
    else commands.delete(command)
  }
  return withIdempotencyKey(body, commands.get(command) ?? null, store, run)
}

/** @returns `withIdempotencyKey` with the attempt kept in the component: for a second click and for a retry */
export function useIdempotencyKey() {
  const attempt = useRef<Attempt | null>(null)
  const store = (next: Attempt | null) => {
    attempt.current = next
  }
  return <T>(body: unknown, run: (key: string) => Promise<T>) =>
    withIdempotencyKey(body, attempt.current, store, run)
}
