import { z } from 'zod'
import { instant, nothing, reason } from '../fields.ts'
import { route } from '../route.ts'
import { consumer } from './work.ts'

/** A consumer or a channel */
const params = z.object({ id: consumer })

const pauseView = z.object({
  /** A consumer or a channel */
  name: z.string(),
  reason: z.string(),
  /** `operator:<account of the machine>` or `admin:<user id>` */
  by: z.string(),
  /** The name of the admin; null for an operator, and for an account that is gone */
  byName: z.string().nullable(),
  since: instant,
})
export type PauseView = z.output<typeof pauseView>

export const operationsPauseRoutes = {
  listPauses: route({
    method: 'GET',
    path: '/api/operations/pauses',
    access: ['admin'],
    admins: ['support', 'operator'],
    summary: 'The consumers and channels that operators have stopped',
    response: z.array(pauseView),
  }),
  pause: route({
    method: 'POST',
    path: '/api/operations/pauses/:id',
    access: ['admin'],
    admins: ['operator'],
    summary: 'Stops a consumer or a channel in all workers; work and messages are kept',
    params,
    body: reason,
    status: 204,
    response: nothing,
  }),
  continuePaused: route({
    method: 'POST',
    path: '/api/operations/pauses/:id/continue',
    access: ['admin'],
    admins: ['operator'],
    summary: 'Continues a consumer or a channel that is paused',
    params,
    status: 204,
    response: nothing,
  }),
}
