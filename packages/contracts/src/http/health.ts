import { z } from 'zod'
import { route } from './route.ts'

const ok = z.object({ status: z.literal('ok') })

export const healthRoutes = {
  health: route({
    method: 'GET',
    path: '/api/health',
    access: 'public',
    summary: 'Whether the process runs',
    response: ok,
  }),
  ready: route({
    method: 'GET',
    path: '/api/ready',
    access: 'public',
    summary: 'Whether the API can serve requests; 503 until then',
    response: ok,
  }),
}
