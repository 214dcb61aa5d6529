import { z } from 'zod'
import { route } from './route.ts'

/** Degrees. An empty text is rejected: Number('') would be 0, a place in the Atlantic. */
function degrees(limit: number) {
  return z.preprocess(
    (value) => (typeof value === 'string' && !value.trim() ? undefined : value),
    z.coerce.number().min(-limit).max(limit),
  )
}

export const geocodeRoutes = {
  geocode: route({
    method: 'GET',
    path: '/api/geocode',
    access: 'public',
    summary: 'City, state and PIN code nearest to a point in India; 404 elsewhere',
    query: z.object({ lat: degrees(90), lng: degrees(180) }),
    response: z.object({ city: z.string(), state: z.string(), pincode: z.string() }),
  }),
}
