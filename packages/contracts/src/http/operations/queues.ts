import { z } from 'zod'
import { route } from '../route.ts'

/** Where BullMQ's dashboard is. It is no call of the API: it has its own pages, and a cookie of that path in place of the token. */
export const queuesPath = '/admin/queues'

export const operationsQueuesRoutes = {
  openQueues: route({
    method: 'POST',
    path: '/api/operations/queues/session',
    access: ['admin'],
    admins: ['operator'],
    summary: 'Sets the cookie with which this browser may open the dashboard of the queues for 15 minutes',
    response: z.object({ url: z.string() }),
  }),
}
