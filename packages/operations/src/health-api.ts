import { route } from '@jaanch/contracts/http/route'
import { z } from 'zod'

const ok = z.object({ status: z.literal('ok') })

const release = ok.extend({
  version: z.string().meta({ description: 'Of the release that answers' }),
  commit: z
    .string()
    .nullable()
    .meta({ description: 'The code that it was built from; null if it is not known' }),
})

export const healthCalls = {
  health: route({
    method: 'GET',
    path: '/api/health',
    access: 'public',
    summary: 'Whether the process runs, and which release it is',
    response: release,
  }),
  ready: route({
    method: 'GET',
    path: '/api/ready',
    access: 'public',
    summary: 'Whether the API can serve requests; 503 until then',
    response: ok,
  }),
}
