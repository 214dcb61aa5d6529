import { z } from 'zod'
import { instant, position } from '../fields.ts'
import { route } from '../route.ts'

/** The state of the log and of all its readers. */
const operationsView = z.object({
  at: instant,
  /** Position of the last event of the log */
  head: position,
})

export const operationsNowRoutes = {
  getOperations: route({
    method: 'GET',
    path: '/api/operations/now',
    access: ['admin'],
    summary: 'The state of the log and of all its readers',
    response: operationsView,
  }),
}
