import { useRef } from 'react'
import { isClientError } from './http/api-error'

/**
 * An Idempotency-Key for what the person means to do. Pressed twice, or sent again because no answer came,
 * it is the same key; once an answer came, or when what is sent changed, the next is another.
 */
export function useIdempotencyKey() {
  const attempt = useRef<{ key: string; body: string } | null>(null)

  return async function act<T>(body: unknown, run: (key: string) => Promise<T>): Promise<T> {
    const text = JSON.stringify(body)
    if (attempt.current?.body !== text) attempt.current = { key: crypto.randomUUID(), body: text }
    try {
      const answer = await run(attempt.current.key)
      attempt.current = null
      return answer
    } catch (error) {
      if (isClientError(error)) attempt.current = null
      throw error
    }
  }
}
