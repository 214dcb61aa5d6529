import { z } from 'zod'
import { route } from './route.ts'

export const geocodeRoutes = {
  geocode: route({
    method: 'GET',
    path: '/api/geocode',
    access: 'public',
    summary: 'City, state and PIN code nearest to a point in India; 404 elsewhere',
    query: z.object({ lat: z.coerce.number().min(-90).max(90), lng: z.coerce.number().min(-180).max(180) }),
    response: z.object({ city: z.string(), state: z.string(), pincode: z.string() }),
  }),
}
