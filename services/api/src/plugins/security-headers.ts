import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { gzip } from 'node:zlib'
import { acceptedEncoding } from '@jaanch/platform/http/encoded-body'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { isToApi } from '../http/read-request.ts'

type SecurityOptions = {
  publicUrl: string
  /** A third-party service that browsers may send positions to */
  reverseGeocodeUrl?: string | undefined
  /** Hashes of the inline scripts of the web client: `'sha256-…'` */
  inlineScripts: readonly string[]
}

/**
 * Adds helmet's headers to every answer. They are the same for all, so they are computed once. Answers of the API are about people
 * and are not kept, neither by browsers nor by proxies, unless a route says otherwise, as those of the catalogue do.
 */
export function registerSecurityHeaders(app: FastifyInstance, options: SecurityOptions): void {
  const headers = securityHeaders(options)
  app.addHook('onRequest', (request, reply, done) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value)
    if (isToApi(request)) reply.raw.setHeader('cache-control', 'no-store')
    done()
  })
}

function securityHeaders({ publicUrl, reverseGeocodeUrl, inlineScripts }: SecurityOptions) {
  const setHeaders = helmet({
    strictTransportSecurity: publicUrl.startsWith('https:'),
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // the reader of barcodes is WebAssembly of our own origin; this allows no eval of scripts
        scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...inlineScripts],
        // radix-ui positions its layers with inline styles
        styleSrc: ["'self'", "'unsafe-inline'"],
        // images and PDFs that were fetched with the token
        frameSrc: ["'self'", 'blob:'],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", ...(reverseGeocodeUrl ? [new URL(reverseGeocodeUrl).origin] : [])],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
  })
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  setHeaders(request, response, () => {})
  return Object.entries(response.getHeaders()) as [name: string, value: string][]
}

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
