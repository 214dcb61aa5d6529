import { authRoutes } from './auth.ts'
import { bookingRoutes } from './bookings.ts'
import { healthRoutes } from './health.ts'
import { labPartnerRoutes } from './lab-partners.ts'
import { packageRoutes } from './packages.ts'
import { peopleRoutes } from './people.ts'

/** Every call that the API answers. The server, the client and the documentation are made from this table. */
export const routes = {
  ...authRoutes,
  ...packageRoutes,
  ...peopleRoutes,
  ...bookingRoutes,
  ...labPartnerRoutes,
  ...healthRoutes,
}
