import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import { isToApi } from '../http/request-target.ts'

export type SecurityOptions = {
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
