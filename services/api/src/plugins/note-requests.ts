import type { IncomingHttpHeaders } from 'node:http'
import { headers } from '@jaanch/contracts/http/headers'
import { trafficKeptDays } from '@jaanch/contracts/kept-for'
import { healthCalls } from '@jaanch/operations/health-api'
import { networkOf } from '@jaanch/platform/http/network'
import type { Log } from '@jaanch/platform/logging'
import { record } from '@jaanch/platform/telemetry/metrics'
import { inTrace, newRequestId, parseTraceparent, recordRequestSpan } from '@jaanch/platform/telemetry/traces'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openDailyLines } from '../http/daily-lines.ts'
import { isToApi } from '../http/read-request.ts'
import type { RateLimits } from '../limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose token the request has, as soon as it was checked, also if the call is then refused */
    callerId: string | null
  }
}

const probes: readonly string[] = [healthCalls.health.path, healthCalls.ready.path]

/**
 * One line for each request to the API: how an intrusion is traced afterwards. Probes and the pages of the client have none. Must be
 * registered before what refuses requests.
 */
export function registerAccessLog(
  app: FastifyInstance,
  { accessLog, rateLimits }: { accessLog: AccessLog; rateLimits: RateLimits },
): void {
  app.decorateRequest('callerId', null)
  app.addHook('onRequest', (request, reply, done) => {
    noteRequest(request, reply, { accessLog, rateLimits })
    done()
  })
}

/** The same for a request that is refused before hooks run, because its address cannot be read. */
export function noteRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { accessLog, rateLimits }: { accessLog: AccessLog; rateLimits: RateLimits },
): void {
  const route = routeOf(request)
  if (!isToApi(request) || probes.includes(route)) return
  const at = Date.now()
  // a closed connection has no address any more
  const network = rateLimits.pseudonymOf(networkOf(request.ip))
  const { raw } = reply
  raw.once('close', () => {
    accessLog.write({
      at,
      request: request.id,
      method: request.method,
      route,
      status: raw.headersSent ? raw.statusCode : 499,
      ms: Math.round(reply.elapsedTime),
      user: request.callerId ?? null,
      network,
      ...(!raw.writableFinished && { cut: true }),
    })
  })
}

/** One request, or the beginning or end of a socket. Ids and pseudonyms only: no path with ids, no query, no address. */
type AccessLine = {
  /** When it arrived, ms since 1970 */
  at: number
  /** The id of the request, which its answer, the log and its events have; of a socket its id */
  request: string
  /** For a socket, CONNECT and DISCONNECT */
  method: string
  /** The pattern of the route; `none` for an unknown one, `/socket.io` for a socket */
  route: string
  /** 499 if the caller left before the answer began */
  status: number
  /** From its arrival to the end of the answer, or how long the socket was open */
  ms: number
  /** The user of the session; null for a stranger */
  user: string | null
  /** The pseudonym of the network, as in the audit trail */
  network: string
  /** The answer did not arrive whole */
  cut?: true
}

export type AccessLog = {
  write(line: AccessLine): void
  close(): Promise<void>
}

/** @param target a directory, or `stdout`; without one nothing is written */
export function createAccessLog(
  target: string | undefined,
  options: { log: Log; now: () => Date },
): AccessLog {
  if (target === undefined) return { write() {}, close: async () => {} }
  const lines = openDailyLines({ target, keepDays: trafficKeptDays, ...options })
  return {
    write({ at, ...line }) {
      const text = JSON.stringify({ log: 'requests', at: new Date(at).toISOString(), ...line })
      lines.add(`${text}\n`, line.user !== null)
    },
    close: lines.close,
  }
}

/**
 * The id of a request is that of its trace: the caller's, or a new one. A stranger who chooses it decides where the lines of
 * their own requests are found, and nothing else: no decision depends on it.
 */
export function requestIdOf(request: { headers: IncomingHttpHeaders }): string {
  return parseTraceparent(request.headers.traceparent)?.traceId ?? newRequestId()
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The pattern of the route, so that there are as many values as routes; requests for unknown paths have one in common. */
function routeOf({ routeOptions, is404 }: FastifyRequest): string {
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
