import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { registerJsonParsers } from '../http/read-request.ts'
import { registerErrorHandler } from './error-handler.ts'

let app: FastifyInstance

beforeEach(() => {
  app = Fastify({ bodyLimit: 10_000_000 })
  registerErrorHandler(app)
  registerJsonParsers(app)
  app.post('/', async ({ body }) => ({ body }))
})
afterEach(() => app.close())

async function send(payload: string) {
  const answer = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'application/json' },
    payload,
  })
  return { status: answer.statusCode, body: answer.json() }
}

const nested = (levels: number, inner = '') => '['.repeat(levels) + inner + ']'.repeat(levels)

it('a JSON body may have 64 levels; one with more is refused before it is parsed', async () => {
  expect((await send(nested(64))).status).toBe(200)
  const refused = { status: 400, body: { code: 'malformed', error: expect.stringContaining('64 levels') } }
  expect(await send(nested(65))).toMatchObject(refused)
  expect(await send(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`)).toMatchObject(refused)
  expect(await send(nested(2_000_000))).toMatchObject(refused)
})

it('brackets in texts are no levels, whatever quotation marks and backslashes stand beside them', async () => {
  for (const text of ['['.repeat(100), `"${'{'.repeat(100)}`, `\\${'['.repeat(100)}\\`, '\\"[\\\\"']) {
    const body = { text, after: nested(40) }
    expect(await send(JSON.stringify(body))).toEqual({ status: 200, body: { body } })
  }
  const flat = JSON.stringify(Array.from({ length: 200 }, () => [{}]))
  expect((await send(flat)).status).toBe(200)
  expect((await send('{"text":"[[')).status).toBe(400)
})
