import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { answered } from './served.ts'

type Encoding = 'br' | 'gzip' | 'identity'

/** A JSON answer that many requests get: encoded once, compressed when the first request accepts it. */
export type EncodedBody = { hash: string; encodings: Map<Encoding, Buffer | Promise<Buffer>> }

/** The catalogue of 79 kB becomes 9.7 kB in 2 ms; the highest quality, 11, saves a further tenth and takes 100 ms */
const brotliQuality = 5
const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: promisify(gzip),
}

export function encodeBody(answer: unknown): EncodedBody {
  const body = Buffer.from(JSON.stringify(answer))
  return { hash: hash('sha256', body, 'base64url').slice(0, 22), encodings: new Map([['identity', body]]) }
}

/** Sends it with a strong ETag; a client that has it already gets 304. `no-cache`: browsers keep it and ask each time. */
export async function sendEncodedBody(
  request: FastifyRequest,
  reply: FastifyReply,
  body: EncodedBody,
): Promise<typeof answered> {
  const encoding = acceptedEncoding(request, ['br', 'gzip'])
  // other bytes have another strong ETag (RFC 9110, 8.8.3)
  const etag = `"${body.hash}-${encoding}"`
  reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
  if (hasETag(request.headers['if-none-match'], etag)) {
    reply.status(304).send()
    return answered
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  reply.header('content-type', 'application/json; charset=utf-8')
  reply.send(await bytesOf(body, encoding))
  return answered
}

function bytesOf({ encodings }: EncodedBody, encoding: Encoding): Buffer | Promise<Buffer> {
  const known = encodings.get(encoding)
  if (known || encoding === 'identity') return known as Buffer
  const compressing = compressors[encoding](encodings.get('identity') as Buffer)
  encodings.set(encoding, compressing)
  return compressing
}

/** Whether an If-None-Match header names the ETag, also as a weak one: a proxy that compresses makes it weak. */
function hasETag(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

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
