/** The older way to declare what answers a route: `app.serve(route, handler)`. */
import type { Route } from '@jaanch/contracts/http/route'
import type { Handler } from './served.ts'

declare module 'fastify' {
  interface FastifyInstance {
    serve<R extends Route>(route: R, handle: Handler<R>): void
    serveUnplaced<R extends Route>(route: R, handle: Handler<R>): void
  }
}
