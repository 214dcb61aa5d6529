import { AppError } from '@jaanch/contracts/errors'
import { geocodeRoutes } from '@jaanch/contracts/http/geocode'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import { nearestPlace } from './nearest.ts'

/** Which city a position belongs to, without asking anyone: no position leaves the server. */
export function serveGeocode(app: FastifyInstance, context: Context): void {
  serve(app, context, geocodeRoutes.geocode, async ({ query }) => {
    const place = nearestPlace(query.lat, query.lng)
    if (!place) throw new AppError('not-found', 'There is no city here that we serve.')
    return place
  })
}
