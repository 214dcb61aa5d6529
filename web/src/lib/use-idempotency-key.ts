import { useRef } from 'react'
import { isClientError } from './http/api-error'

/**
 * Runs a request with an Idempotency-Key. The key stays the same for a second click and for a retry after a lost response; it changes
 * after a response, and when the body changes.
 */
export function useIdempotencyKey() {
  const attempt = useRef<{ key: string; body: string } | null>(null)

  return async function withKey<T>(body: unknown, run: (key: string) => Promise<T>): Promise<T> {
    const text = JSON.stringify(body)
    if (attempt.current?.body !== text) attempt.current = { key: crypto.randomUUID(), body: text }
    try {
      const result = await run(attempt.current.key)
      attempt.current = null
      return result
    } catch (error) {
      if (isClientError(error)) attempt.current = null
      throw error
    }
  }
}
