import { line, pincode } from '@jaanch/contracts/http/fields'
import { route } from '@jaanch/contracts/http/route'
import { z } from 'zod'

/** Degrees. An empty text is rejected: Number('') would be 0, a place in the Atlantic. */
function degrees(limit: number) {
  return z.preprocess(
    (value) => (typeof value === 'string' && !value.trim() ? undefined : value),
    z.coerce.number().min(-limit).max(limit),
  )
}

export const geocodeCalls = {
  geocode: route({
    method: 'GET',
    path: '/api/geocode',
    access: 'public',
    summary: 'City, state and PIN code nearest to a point in India; 404 elsewhere',
    query: z.object({ lat: degrees(90), lng: degrees(180) }),
    response: z.object({ city: z.string(), state: z.string(), pincode: z.string() }),
  }),
  findArea: route({
    method: 'GET',
    path: '/api/geocode/area',
    access: 'public',
    summary: 'City and state of a PIN code or city, and whether a lab is near; 404 for one that is not known',
    query: z
      .object({ pincode: pincode.optional(), city: line(80).optional() })
      .refine(
        ({ pincode, city }) => (pincode === undefined) !== (city === undefined),
        'Either a PIN code or a city',
      ),
    response: z.object({
      city: z.string(),
      state: z.string(),
      /** Whether an approved lab is within 60 km; true too if the place of no lab is known */
      isServed: z.boolean(),
    }),
  }),
}
