import { z } from 'zod'
import { route } from './route.ts'

const ok = z.object({ status: z.literal('ok') })

export const healthRoutes = {
  health: route({ method: 'GET', path: '/api/health', access: 'public', summary: 'Alive', response: ok }),
  ready: route({
    method: 'GET',
    path: '/api/ready',
    access: 'public',
    summary: 'Able to serve: 503 until it is',
    response: ok,
  }),
}
