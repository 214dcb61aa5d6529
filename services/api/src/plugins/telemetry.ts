import type { IncomingHttpHeaders } from 'node:http'
import { headers } from '@jaanch/contracts/http/headers'
import { newRequestId } from '@jaanch/platform/request-id'
import { record } from '@jaanch/platform/telemetry/metrics'
import { inTrace, parseTraceparent, recordRequestSpan } from '@jaanch/platform/telemetry/traces'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isToApi } from '../http/request-target.ts'

/**
 * The id of a request is that of its trace: the caller's, or a new one. A stranger who chooses it decides where the lines of
 * their own requests are found, and nothing else: no decision depends on it.
 */
export function requestIdOf(request: { headers: IncomingHttpHeaders }): string {
  return parseTraceparent(request.headers.traceparent)?.traceId ?? newRequestId()
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The pattern of the route, so that there are as many values as routes; requests for unknown paths have one in common. */
export function routeOf({ routeOptions, is404 }: FastifyRequest): string {
  return is404 ? 'none' : (routeOptions.url ?? 'none')
}

/** Measures each request and makes the span that everything that follows from it is below. Must be registered first. */
export function registerTelemetry(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    // an operator finds a call that failed by this id: log lines and events carry it
    if (isToApi(request)) reply.header(headers.requestId, request.id)
    inTrace(request.id, done)
  })
  // the body arrives in events of the connection, which belong to no request
  app.addHook('preValidation', (request, _reply, done) => inTrace(request.id, done))
  app.addHook('onResponse', (request, reply, done) => {
    const method = methods.has(request.method) ? request.method : 'other'
    const route = routeOf(request)
    const status = String(reply.statusCode)
    record('jaanch_http_request_duration_seconds', reply.elapsedTime / 1_000, { method, route, status })
    const span = {
      name: `${method} ${route}`,
      startedAt: performance.now() - reply.elapsedTime,
      attributes: { 'http.response.status_code': reply.statusCode },
      hasFailed: reply.statusCode >= 500,
    }
    recordRequestSpan(request.id, span, parseTraceparent(request.headers.traceparent)?.parentId)
    done()
  })
}
