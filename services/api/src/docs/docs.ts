import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { describeApi } from './openapi.ts'

/** The page's own styles are inline; without upgrade-insecure-requests, so that it opens on a plain http address too. */
const csp = {
  'default-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'object-src': ["'none'"],
}

/** The description at /api/docs/json, and a page to read and try it at /api/docs. */
export async function serveDocs(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(fastifySwagger, {
    mode: 'static',
    specification: { document: describeApi(publicUrl) as never },
  })
  await app.register(fastifySwaggerUi, { routePrefix: '/api/docs', staticCSP: csp })
}
