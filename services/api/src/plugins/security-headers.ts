import fastifyHelmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

export type SecurityOptions = {
  publicUrl: string
  /** A third-party service that browsers may send positions to */
  reverseGeocodeUrl?: string | undefined
  /** Hashes of the inline scripts of the web client: `'sha256-…'` */
  inlineScripts: readonly string[]
}

export async function registerSecurityHeaders(
  app: FastifyInstance,
  { publicUrl, reverseGeocodeUrl, inlineScripts }: SecurityOptions,
): Promise<void> {
  await app.register(fastifyHelmet, {
    strictTransportSecurity: publicUrl.startsWith('https:'),
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScripts],
        // radix-ui positions its layers with inline styles
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", ...(reverseGeocodeUrl ? [new URL(reverseGeocodeUrl).origin] : [])],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
  })
}
