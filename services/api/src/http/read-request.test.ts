import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { registerErrorHandler } from '../plugins/error-handler.ts'
import { isToApi, normalTarget, registerJsonParsers } from './read-request.ts'

it.for([
  ['/api/bookings?q=%61%2F..//', '/api/bookings?q=%61%2F..//'],
  ['/%61pi/%62ookings', '/api/bookings'],
  ['/a%70i/%7Eme', '/api/~me'],
  ['//api///bookings/', '/api/bookings/'],
  ['http://elsewhere.example/api/bookings?limit=1', '/api/bookings?limit=1'],
  ['HTTPS://elsewhere.example', '/'],
  ['http://elsewhere.example?q=1', '/?q=1'],
  ['/share/%E0%A4%A8', '/share/%E0%A4%A8'],
  ['/api#bookings', '/api#bookings'],
])('the target %s has the normal form %s', ([target, normal]) => {
  expect(normalTarget(target as string)).toBe(normal)
})

it.for([
  '/api/../api/bookings',
  '/socket.io/..',
  '/./api/bookings',
  '/%2e%2E/api/bookings',
  '/api%2Fbookings',
  '/api%5cbookings',
  '/api\\bookings',
  '/api/%00',
  '/api/%',
  '/api/%FF',
  '*',
  'api/bookings',
  'ftp://elsewhere.example/api/bookings',
])('the target %s has none', (target) => {
  expect(normalTarget(target)).toBeUndefined()
})

it.for([
  ['/api', true],
  ['/api?x', true],
  ['/api/bookings', true],
  ['/apiary', false],
  ['/share/api/', false],
] as const)('%s is a request to the API: %s', ([url, isOne]) => {
  expect(isToApi({ url })).toBe(isOne)
})

const app = Fastify({ bodyLimit: 10_000_000 })
registerErrorHandler(app)
registerJsonParsers(app)
app.post('/', async ({ body }) => ({ body }))

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
