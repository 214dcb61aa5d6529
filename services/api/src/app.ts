import fastifyCookie from '@fastify/cookie'
import fastifyUnderPressure from '@fastify/under-pressure'
import { accountRoutes } from '@jaanch/account/routes'
import { accountUpkeep } from '@jaanch/account/upkeep'
import { listNotifications } from '@jaanch/booking/notifications/notification-rows'
import { bookingRoutes } from '@jaanch/booking/routes'
import { historyRoutes } from '@jaanch/booking-stream/history/read-history'
import { refoldRoutes } from '@jaanch/booking-stream/history/refold'
import { catalogueRoutes } from '@jaanch/catalogue/routes'
import { collectionRoutes } from '@jaanch/collection/routes'
import { AppError } from '@jaanch/contracts/errors'
import { insightRoutes } from '@jaanch/insight/routes'
import { messagesRoutes } from '@jaanch/messages/routes'
import { healthCalls } from '@jaanch/operations/health-api'
import { privacyRoutes } from '@jaanch/operations/privacy/own-data'
import { operationsRoutes } from '@jaanch/operations/routes'
import { registerQueueBoard } from '@jaanch/operations/work/queue-board'
import { BusyError } from '@jaanch/platform/deadline'
import type { Bounds } from '@jaanch/platform/http/bounds'
import { trustProxies } from '@jaanch/platform/http/network'
import type { Services } from '@jaanch/platform/http/served'
import { reportRoutes } from '@jaanch/report/routes'
import { shareRoutes } from '@jaanch/shares/routes'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { registerDocs } from './docs/openapi.ts'
import { healthRoutes } from './health-routes.ts'
import { isToApi, refuseMalformedTargets, registerJsonParsers, rewriteTarget } from './http/read-request.ts'
import { serveAll } from './http/serve.ts'
import { registerErrorHandler } from './plugins/error-handler.ts'
import { noteRequest, registerAccessLog, registerTelemetry, requestIdOf } from './plugins/note-requests.ts'
import { registerCompression, registerSecurityHeaders } from './plugins/security-headers.ts'
import { readWebClient, registerWebClient } from './web-client/web-client.ts'

const routes = [
  ...healthRoutes,
  listNotifications,
  ...messagesRoutes,
  ...operationsRoutes,
  ...historyRoutes,
  ...refoldRoutes,
  ...catalogueRoutes,
  ...collectionRoutes,
  ...insightRoutes,
  ...shareRoutes,
  ...reportRoutes,
  ...accountRoutes,
  ...privacyRoutes,
  ...bookingRoutes,
]

type AppOptions = {
  publicUrl: string
  /** Number of proxies in front of the API whose X-Forwarded-For entries are trusted; default 0 */
  trustedProxies?: number
  /** A third-party geocoder that browsers may call with a position */
  reverseGeocodeUrl?: string | undefined
  /** The operator of the installation: texts of pages, by the names of the settings */
  operator?: Record<string, string | undefined>
}

/** Builds the API without listening: plugins first, then one entry per resource, then the web client for all other paths. */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const { publicUrl, reverseGeocodeUrl, operator = {} } = options
  const app = createFastify(services, options)
  const client = await readWebClient({ reverseGeocodeUrl, operator })
  const inlineScripts = client ? [...client.landing.inlineScripts, ...client.page.inlineScripts] : []

  registerTelemetry(app)
  registerAccessLog(app, services)
  registerErrorHandler(app)
  await registerOverloadProtection(app, services)
  registerDraining(app, services)
  registerJsonParsers(app)
  registerCompression(app)
  await app.register(fastifyCookie)
  registerSecurityHeaders(app, { publicUrl, reverseGeocodeUrl, inlineScripts })
  refuseMalformedTargets(app)
  await registerDocs(app, publicUrl)
  serveAll(app, routes, services)
  registerQueueBoard(app, services)
  await registerWebClient(app, client)
  repeatUpkeep(app, services)
  app.addHook('onClose', () => services.background.finished())
  return app
}

function createFastify(services: Services, { trustedProxies = 0 }: AppOptions) {
  const { log, bounds } = services
  return Fastify({
    trustProxy: trustedProxies > 0 && trustProxies(trustedProxies),
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // one that arrives on an open connection while the server closes is answered like those before it
    return503OnClosing: false,
    requestTimeout: bounds.receiveMs,
    keepAliveTimeout: bounds.keepAliveMs,
    http: {
      requestTimeout: bounds.receiveMs,
      headersTimeout: Math.min(bounds.receiveHeadersMs, bounds.receiveMs),
      connectionsCheckingInterval: bounds.checkArrivalsMs,
    },
    genReqId: requestIdOf,
    rewriteUrl: rewriteTarget,
    routerOptions: { ignoreTrailingSlash: true },
    // the error handler does not get errors that occur before a route is found
    frameworkErrors: (error, request: FastifyRequest, reply: FastifyReply) => {
      noteRequest(request, reply, services)
      const { status, body } = new AppError(error.code === 'FST_ERR_BAD_URL' ? 'malformed' : 'not-found')
      reply.status(status).send(body)
    },
  })
}

/** While the process stops, each answer ends its connection: the client opens the next one, which leads to another process. */
function registerDraining(app: FastifyInstance, { stopping }: { stopping: AbortSignal }): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping.aborted) reply.header('connection', 'close')
    done(null, payload)
  })
}

/** Whoever asks whether the process lives must not conclude from a flood that it does not. */
const alwaysAnswered = new Set<string>([healthCalls.health.path, healthCalls.ready.path])

/** The pages and their scripts come from memory and need no database: a browser does not repeat a script that it did not get. */
function isExempt(request: FastifyRequest): boolean {
  return alwaysAnswered.has(request.routeOptions.url ?? '') || !isToApi(request)
}

/** Refuses requests before they cost anything, while the process can't keep up. */
async function registerOverloadProtection(
  app: FastifyInstance,
  { bounds }: { bounds: Bounds },
): Promise<void> {
  await app.register(fastifyUnderPressure, {
    maxEventLoopDelay: bounds.eventLoopDelayMs,
    async pressureHandler(request, _reply, type, value) {
      if (!isExempt(request)) throw new BusyError(`${type} is ${value}`)
    },
  })
}

const everyMs = 10 * 60 * 1_000

/** Repeats the upkeep until the API closes, which waits for it. A failure is logged and the work tried again the next time. */
function repeatUpkeep(app: FastifyInstance, services: Services): void {
  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    const works = accountUpkeep.map(({ what, work }) =>
      work(services).catch((error) => services.log.error({ err: error }, `${what} failed`)),
    )
    running = Promise.all([running, ...works])
  }, everyMs)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}
