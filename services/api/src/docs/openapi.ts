import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import { errorCatalogue } from '@jaanch/contracts/errors'
import { filesCookieName } from '@jaanch/contracts/files-cookie'
import { isLimited, isWrite, type Route } from '@jaanch/contracts/http/route'
import { roles } from '@jaanch/contracts/vocabulary'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { calls } from '../calls.ts'

type Json = Record<string, unknown>

/** The description of all calls takes 0.1 s, and is the same for every API of a process. */
let paths: Record<string, Json> | undefined

/** The OpenAPI 3.1 description of all calls in the contracts. */
export function describeApi(publicUrl: string): Json {
  paths ??= describePaths()
  return {
    openapi: '3.1.0',
    info: {
      title: 'Jaanch',
      version: '1.0.0',
      description:
        'Book diagnostic lab tests and watch every step. Amounts are rupees with at most two decimals, dates are those ' +
        'of Asia/Kolkata, instants are UTC. Lists are plain arrays; the next page is in the Link header. Every answer of ' +
        'a list names its place in the log in the header Log-Position, and every answer its request in X-Request-Id. ' +
        'An unknown field of a JSON body is ignored, and the header Ignored-Fields of the answer names it.',
    },
    servers: [{ url: publicUrl }],
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        files: { type: 'apiKey', in: 'cookie', name: filesCookieName({ publicUrl }) },
      },
      schemas: {
        Error: {
          type: 'object',
          required: ['error', 'code'],
          properties: {
            error: { type: 'string', description: 'A sentence that a person can read' },
            code: { enum: Object.keys(errorCatalogue), description: 'What programs branch on' },
          },
        },
      },
    },
    paths,
  }
}

function describePaths(): Record<string, Json> {
  const described: Record<string, Json> = {}
  for (const [name, route] of Object.entries<Route>(calls)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    described[path] = { ...described[path], [route.method.toLowerCase()]: describeRoute(name, route) }
  }
  return described
}

function describeRoute(name: string, route: Route): Json {
  const parameters = [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')]
  if (route.creates || route.commands) {
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      schema: { type: 'string', maxLength: 200 },
      description: route.creates
        ? 'The same key with the same request makes one thing, however often it is sent.'
        : 'The same key with the same request has one effect, however often it is sent: a repeated request is answered with ' +
          'the present state.',
    })
  }
  const bodies = [route.body, ...Object.values(route.bodyFor ?? {})].filter((body) => body !== undefined)
  const [first] = bodies.map((body) => schemaOf(body, 'input'))
  const schema = bodies.length > 1 ? { anyOf: bodies.map((body) => schemaOf(body, 'input')) } : first
  return {
    operationId: name,
    tags: [route.path.split('/')[2]],
    summary: route.summary,
    description: describeAccess(route),
    ...(parameters.length > 0 && { parameters }),
    ...(schema && {
      requestBody: {
        required: bodies.every(isRequired),
        content: { 'application/json': { schema }, ...describeOtherType(route) },
      },
    }),
    ...(route.access !== 'public' && { security: [route.cookie ? { files: [] } : { token: [] }] }),
    responses: { ...describeAnswer(route), ...describeErrors(route) },
  }
}

/** The content type that a route accepts besides JSON. */
function describeOtherType({ bodyAs }: Route): Json {
  return bodyAs ? { [bodyAs.type]: { schema: schemaOf(bodyAs.schema, 'input') } } : {}
}

function isRequired(body: z.ZodType): boolean {
  return !body.safeParse(undefined).success
}

function describeAccess({ access }: Route): string {
  if (access === 'public') return 'Anyone may call it.'
  if (access === 'signed-in') return 'Anyone signed in may call it.'
  return `For: ${roles.filter((role) => access.includes(role)).join(', ')}.`
}

function describeAnswer({ response, status = 200 }: Route): Json {
  if (response === 'file') return { 200: { description: 'The file', content: { '*/*': {} } } }
  if (status === 204) return { 204: { description: 'Done' } }
  return {
    [status]: {
      description: 'Done',
      content: { 'application/json': { schema: schemaOf(response, 'output') } },
    },
  }
}

/** The error statuses that a route can answer, each with the text of its most common case. */
function describeErrors(route: Route): Json {
  const statuses = new Set<number>([500, 503])
  if (route.query) statuses.add(400)
  if (route.body) for (const status of [400, 413, 415, 422]) statuses.add(status)
  if (route.access !== 'public') statuses.add(401)
  if (Array.isArray(route.access)) statuses.add(403)
  if (route.params) statuses.add(404)
  if (route.method !== 'GET') statuses.add(409)
  if (isLimited(route) || isWrite(route)) statuses.add(429)
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return Object.fromEntries(
    [...statuses].map((status) => {
      const text = Object.values(errorCatalogue).find(([known]) => known === status)?.[1] ?? ''
      return [status, { description: text, content }]
    }),
  )
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Json
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  })
  return described
}

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
