import { AppError } from '@jaanch/contracts/errors'
import { geocodeRoutes } from '@jaanch/contracts/http/geocode'
import { findNearestPlace } from '@jaanch/pincodes/find-nearest-place'
import type { FastifyInstance } from 'fastify'

/** Finds the city of a position without a third-party service: no position leaves the server. */
export function registerGeocodeRoutes(app: FastifyInstance): void {
  app.serve(geocodeRoutes.geocode, async ({ query }) => {
    const place = findNearestPlace(query.lat, query.lng)
    if (!place) throw new AppError('not-found', 'There is no city here that we serve.')
    return place
  })
}
