import { AppError } from '@jaanch/contracts/errors'
import { geocodeRoutes } from '@jaanch/contracts/http/geocode'
import { findNearestPlace } from '@jaanch/pincodes/find-nearest-place'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'

/** Finds the city of a position without a third-party service: no position leaves the server. */
export function registerGeocodeRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, geocodeRoutes.geocode, async ({ query }) => {
    const place = findNearestPlace(query.lat, query.lng)
    if (!place) throw new AppError('not-found', 'There is no city here that we serve.')
    return place
  })
}
