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
import { compressLists } from './plugins/compress.ts'
import { answerErrors } from './plugins/errors.ts'
import { acceptJson } from './plugins/json.ts'
import { serveAnalytics } from './routes/analytics/analytics.ts'
import { serveAuth } from './routes/auth/auth.ts'
import { servePasswords } from './routes/auth/passwords.ts'
import { serveRegistration } from './routes/auth/registration.ts'
import { serveCollection } from './routes/bookings/collection.ts'
import { serveBookingMoves } from './routes/bookings/moving.ts'
import { servePlacing } from './routes/bookings/placing.ts'
import { serveBookingReads } from './routes/bookings/reading.ts'
import { serveGeocode } from './routes/geocode/geocode.ts'
import { serveHealth } from './routes/health.ts'
import { serveReportForm } from './routes/health-reports/form.ts'
import { serveHealthReportReads } from './routes/health-reports/reading.ts'
import { serveReleasing } from './routes/health-reports/releasing.ts'
import { serveLabPartners } from './routes/lab-partners/lab-partners.ts'
import { serveNotifications } from './routes/notifications/notifications.ts'
import { servePreferences } from './routes/notifications/preferences.ts'
import { serveCatalogue } from './routes/packages/catalogue.ts'
import { servePackages } from './routes/packages/packages.ts'
import { servePeople } from './routes/people/people.ts'
import { servePrescriptionReads } from './routes/prescriptions/reading.ts'
import { serveReviewing } from './routes/prescriptions/reviewing.ts'
import { serveUploading } from './routes/prescriptions/uploading.ts'
import { serveUsers } from './routes/users/users.ts'
import { readWebClient, serveWebClient } from './web-client/web-client.ts'

const areas = [
  serveHealth,
  serveAuth,
  serveRegistration,
  servePasswords,
  serveUsers,
  servePackages,
  serveCatalogue,
  serveGeocode,
  servePeople,
  serveBookingReads,
  servePlacing,
  serveBookingMoves,
  serveCollection,
  serveUploading,
  servePrescriptionReads,
  serveReviewing,
  serveReleasing,
  serveReportForm,
  serveHealthReportReads,
  serveLabPartners,
  serveNotifications,
  servePreferences,
  serveAnalytics,
]

type AppOptions = {
  publicUrl: string
  trustedProxies?: number
  /** A third party that browsers may ask for a city */
  reverseGeocodeUrl?: string | undefined
}

/** Builds the API without listening, so that tests can call it. */
export async function buildApp(
  context: Context,
  { publicUrl, trustedProxies = 0, reverseGeocodeUrl }: AppOptions,
): Promise<FastifyInstance> {
  const app = Fastify({
    // counted from us outwards: what stands further left in X-Forwarded-For, the caller wrote
    trustProxy: trustedProxies > 0 && ((_address: string, hop: number) => hop < trustedProxies),
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
  compressLists(app)
  const client = await readWebClient({ reverseGeocodeUrl })
  await app.register(fastifyCookie)
  await app.register(fastifyHelmet, {
    strictTransportSecurity: publicUrl.startsWith('https:'),
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...(client ? [...client.landing.scripts, ...client.page.scripts] : [])],
        // radix-ui places its layers with inline styles
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
  await serveDocs(app, publicUrl)
  for (const serveArea of areas) serveArea(app, context)
  await serveWebClient(app, client)
  return app
}
