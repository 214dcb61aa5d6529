import { createLog } from '@jaanch/platform/logging'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { bounds } from '../bounds.ts'
import type { Context } from '../context.ts'
import { createPushHealth } from '../gateway/push-health.ts'
import { createBodyMemory } from '../http/body-memory.ts'
import { registerErrorHandler } from '../plugins/error-handler.ts'
import { registerHealthRoutes } from './health.ts'

it('is not ready while the push has stood still for 30 s, although Postgres answers', async () => {
  let now = 0
  const pushHealth = createPushHealth(createLog('test', 'silent'), () => now)
  const app = Fastify()
  registerErrorHandler(app)
  const context = {
    barrier: { readView: async () => ({}) },
    pushHealth,
    bodyMemory: createBodyMemory(bounds),
  }
  registerHealthRoutes(app, context as unknown as Context)
  const ready = async () => (await app.inject('/api/ready')).statusCode

  expect(await ready()).toBe(200)
  now = 30_001
  expect(await ready()).toBe(503)
  pushHealth.passed({ position: 7, lag: 0 })
  expect(await ready()).toBe(200)
  now += 30_000
  expect(await ready()).toBe(200)
  now += 1
  expect(await ready()).toBe(503)
  expect(pushHealth.details()).toEqual({ position: 7, lag: 0, silentMs: 30_001, unpresentable: 0 })
})
