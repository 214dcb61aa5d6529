import { hash } from 'node:crypto'

/**
 * An append id that follows from its parts: the same parts always give the same uuid.
 * (A name-based uuid after RFC 9562, version 8, from SHA-256.)
 */
export function appendIdOf(...parts: readonly (string | number)[]): string {
  const bytes = hash('sha256', parts.join('\n'), 'buffer')
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  const hex = bytes.toString('hex', 0, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
