import { healthRoutes } from '@jaanch/contracts/http/health'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../auth/network.ts'
import type { AccessLog } from '../http/access-log.ts'
import { isToApi } from '../http/request-target.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import { routeOf } from './telemetry.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose token the request has, as soon as it was checked, also if the call is then refused */
    callerId: string | null
  }
}

const probes: readonly string[] = [healthRoutes.health.path, healthRoutes.ready.path]

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
