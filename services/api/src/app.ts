import { randomUUID } from 'node:crypto'
import fastifyCookie from '@fastify/cookie'
import fastifyHelmet from '@fastify/helmet'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Context } from './context.ts'
import { answerErrors } from './plugins/errors.ts'
import { acceptJson } from './plugins/json.ts'
import { serveWebClient } from './plugins/web-client.ts'
import { serveAuth } from './routes/auth/auth.ts'
import { serveBookingMoves } from './routes/bookings/moving.ts'
import { servePlacing } from './routes/bookings/placing.ts'
import { serveBookingReads } from './routes/bookings/reading.ts'
import { serveHealth } from './routes/health/health.ts'
import { serveLabPartners } from './routes/lab-partners/lab-partners.ts'
import { servePackages } from './routes/packages/packages.ts'
import { servePeople } from './routes/people/people.ts'

const areas = [
  serveHealth,
  serveAuth,
  servePackages,
  servePeople,
  serveBookingReads,
  servePlacing,
  serveBookingMoves,
  serveLabPartners,
]

/** Builds the API without listening, so that tests can call it. */
export async function buildApp(context: Context, options: { https: boolean }): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: context.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true },
  })
  answerErrors(app)
  acceptJson(app)
  await app.register(fastifyCookie)
  await app.register(fastifyHelmet, {
    strictTransportSecurity: options.https,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // radix-ui places its layers with inline styles
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
  })
  for (const serveArea of areas) serveArea(app, context)
  await serveWebClient(app)
  return app
}
