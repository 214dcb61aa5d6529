import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyRequest } from 'fastify'

/**
 * The encoding of an answer, by the q-values of the request's Accept-Encoding. `identity` without the header, and if the client
 * accepts none of them.
 * @param offered the best first, besides `identity`
 */
export function acceptedEncoding<Encoding extends 'br' | 'gzip'>(
  { headers }: Pick<FastifyRequest, 'headers'>,
  offered: readonly Encoding[],
): Encoding | 'identity' {
  return negotiate(String(headers['accept-encoding'] ?? ''), [...offered, 'identity']) ?? 'identity'
}
