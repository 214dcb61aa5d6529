import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { registerErrorHandler } from './error-handler.ts'

it('of an unexpected error, the caller learns the id of the request and nothing else [V16.5.1]', async () => {
  const app = Fastify({ genReqId: () => 'request-1' })
  registerErrorHandler(app)
  app.get('/', async () => {
    throw Object.assign(new Error('select password_hash from users'), { detail: 'Asha Patel' })
  })
  const answer = await app.inject('/')
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({ error: expect.any(String), code: 'internal', requestId: 'request-1' })
  expect(answer.body).not.toMatch(/select|users|Asha/)
  await app.close()
})
