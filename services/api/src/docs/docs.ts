import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { describeApi } from './openapi.ts'

/** The page has inline styles. No upgrade-insecure-requests, so that the page also works over plain http. */
const csp = {
  'default-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
}

/** Serves the OpenAPI description at /api/docs/json and Swagger UI at /api/docs. */
export async function registerDocs(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(fastifySwagger, {
    mode: 'static',
    specification: { document: describeApi(publicUrl) as never },
  })
  await app.register(fastifySwaggerUi, { routePrefix: '/api/docs', staticCSP: csp })
}
