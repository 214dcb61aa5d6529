import { randomUUID } from 'node:crypto'
import fastifyCookie from '@fastify/cookie'
import fastifyHelmet from '@fastify/helmet'
import { AppError } from '@jaanch/contracts/errors'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify'
import type { Context } from './context.ts'
import { serveDocs } from './docs/docs.ts'
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
export async function buildApp(context: Context, options: { publicUrl: string }): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: context.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true },
    // what fails before a route is found does not come to the error handler
    frameworkErrors: (error, _request, reply: FastifyReply) => {
      const { status, message } = new AppError(error.code === 'FST_ERR_BAD_URL' ? 'malformed' : 'not-found')
      reply.status(status).send({ error: message })
    },
  })
  answerErrors(app)
  acceptJson(app)
  await app.register(fastifyCookie)
  await app.register(fastifyHelmet, {
    strictTransportSecurity: options.publicUrl.startsWith('https:'),
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
  await serveDocs(app, options.publicUrl)
  for (const serveArea of areas) serveArea(app, context)
  await serveWebClient(app)
  return app
}
