import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, serverMessage, serverText } from './api-error'
import { call, onUnauthorised, send } from './call'
import { tokenKey } from './token'
import { urlOf } from './url'

const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  localStorage.clear()
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function answer(status: number, body: string, headers: Record<string, string> = {}) {
  fetched.mockResolvedValueOnce(new Response(body, { status, statusText: 'Sorry', headers }))
}

test('sends the token, the cookies, JSON and the key of the intent', async () => {
  localStorage.setItem(tokenKey, 't1')
  answer(201, '{"id":"b1"}')
  const body = { packageId: 'p1', collectionType: 'instant', addressId: 'a1', paymentMethod: 'upi' } as const
  await call('POST', '/api/bookings', { body, idempotencyKey: 'k1' })
  const [url, init] = fetched.mock.calls[0] ?? []
  expect(url).toBe('/api/bookings')
  expect(init).toMatchObject({ method: 'POST', credentials: 'include', body: JSON.stringify(body) })
  expect(init?.headers).toMatchObject({
    Authorization: 'Bearer t1',
    'Content-Type': 'application/json',
    'idempotency-key': 'k1',
  })
})

test('a visitor sends no Authorization', async () => {
  answer(200, '[]')
  await call('GET', '/api/packages/popular', {})
  expect(fetched.mock.calls[0]?.[1]?.headers).not.toHaveProperty('Authorization')
})

test("an answer that is not OK is an Error 'status: body', its text readable for a toast", async () => {
  answer(409, '{"error":"An account with this email already exists."}')
  const error = await send('POST', '/api/auth/register', {}).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error.message).toBe('409: {"error":"An account with this email already exists."}')
  expect(serverText(error)).toBe('An account with this email already exists.')
  expect(serverMessage(error)).toBeUndefined()
})

test('an empty body gives the status text, and a page of a proxy no text for a toast', async () => {
  answer(503, '')
  expect((await send('GET', '/api/bookings').catch((thrown) => thrown)).message).toBe('503: Sorry')
  answer(502, '<html>Bad gateway</html>')
  expect(serverText(await send('GET', '/api/bookings').catch((thrown) => thrown))).toBeUndefined()
})

test('reads the Log-Position of an answer', async () => {
  answer(200, '[]', { 'Log-Position': '42' })
  expect((await send('GET', '/api/bookings')).position).toBe(42)
  answer(200, '[]')
  expect((await send('GET', '/api/packages')).position).toBeUndefined()
})

test('a 401 is told to the session, but not that of a visitor or of the session itself', async () => {
  const heard = vi.fn()
  const stop = onUnauthorised(heard)
  answer(401, '{}')
  await send('POST', '/api/auth/login', {}).catch(() => {})
  localStorage.setItem(tokenKey, 't1')
  answer(401, '{}')
  await send('GET', '/api/users/me').catch(() => {})
  expect(heard).not.toHaveBeenCalled()
  answer(401, '{}')
  await send('GET', '/api/bookings').catch(() => {})
  expect(heard).toHaveBeenCalledWith('t1')
  stop()
})

test('an address is filled in and escaped, and empty parts of its query are left out', () => {
  expect(urlOf('/api/bookings/:id', { id: 'a/b' })).toBe('/api/bookings/a%2Fb')
  expect(urlOf('/api/bookings', undefined, { tab: 'past', limit: 50, cursor: undefined })).toBe(
    '/api/bookings?tab=past&limit=50',
  )
})
