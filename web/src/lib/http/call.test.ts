import { expect, it, vi } from 'vitest'
import { mockFetch } from '@/testing/fetch'
import { ApiError, hasCode, serverMessage, serverText } from './api-error'
import { call, clearPreloaded, onUnauthorised, send, takePreloaded } from './call'
import { tokenKey } from './token'
import { urlOf } from './url'

const fetchMock = mockFetch()

function respond(status: number, body: string, headers: Record<string, string> = {}) {
  fetchMock.mockResolvedValueOnce(new Response(body, { status, statusText: 'Sorry', headers }))
}

it('a call of the API sends the token, the cookies, JSON and the idempotency key [S6.2]', async () => {
  localStorage.setItem(tokenKey, 't1')
  respond(201, '{"id":"b1"}')
  const body = {
    packageId: 'p1',
    collectionType: 'instant',
    addressId: 'a1',
    paymentMethod: 'upi',
  } as const
  await call('POST', '/api/bookings', { body, idempotencyKey: 'k1' })
  const [url, init] = fetchMock.mock.calls[0] ?? []
  expect(url).toBe('/api/bookings')
  expect(init).toMatchObject({ method: 'POST', credentials: 'include', body: JSON.stringify(body) })
  expect(init?.headers).toMatchObject({
    Authorization: 'Bearer t1',
    'Content-Type': 'application/json',
    'idempotency-key': 'k1',
  })
})

it('a call of the API of a visitor has no Authorization header [S6.2]', async () => {
  respond(200, '[]')
  await call('GET', '/api/packages/popular', {})
  expect(fetchMock.mock.calls[0]?.[1]?.headers).not.toHaveProperty('Authorization')
})

it("a call of the API with a status other than 2xx throws an Error 'status: body', its text readable for a toast [S7.1]", async () => {
  respond(409, '{"error":"An account with this email already exists."}')
  const error = await send('POST', '/api/auth/register', {}).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error.message).toBe('409: {"error":"An account with this email already exists."}')
  expect(serverText(error)).toBe('An account with this email already exists.')
  expect(serverMessage(error)).toBeUndefined()
})

it('a call of the API names the request after a fault of the server, so that support can look it up', async () => {
  respond(500, '{"error":"Something went wrong","requestId":"01a1fb3e-e2e3-7ce3-94e4-403f320190eb"}')
  const error = await send('GET', '/api/bookings').catch((thrown) => thrown)
  expect(serverText(error)).toBe('Something went wrong (request 01a1fb3e-e2e3-7ce3-94e4-403f320190eb)')
})

it('a call of the API uses the status text for an empty body, and has no text for a toast if a proxy answers with HTML [S7.1]', async () => {
  respond(503, '')
  expect((await send('GET', '/api/bookings').catch((thrown) => thrown)).message).toBe('503: Sorry')
  respond(502, '<html>Bad gateway</html>')
  expect(serverText(await send('GET', '/api/bookings').catch((thrown) => thrown))).toBeUndefined()
})

it('a call of the API has the code of the API to branch on, and that of the status where a proxy answered', async () => {
  respond(409, '{"error":"Taken.","code":"slot-full"}', { 'Retry-After': '3' })
  const refused = await send('POST', '/api/bookings', {}).catch((thrown) => thrown)
  expect(hasCode(refused, 'conflict', 'slot-full')).toBe(true)
  expect(refused.retryAt - Date.now()).toBeGreaterThan(2_000)
  respond(429, '<html>')
  expect(await send('GET', '/api/bookings').catch((thrown) => thrown)).toMatchObject({ code: 'too-many' })
  respond(500, '')
  expect(await send('GET', '/api/bookings').catch((thrown) => thrown)).toMatchObject({
    code: 'unavailable',
  })
})

it('a call of the API ends after 20 seconds without an answer, says so, and is not repeated', async () => {
  vi.useFakeTimers()
  let signal: AbortSignal | null | undefined
  fetchMock.mockImplementationOnce((_, init) => {
    signal = init?.signal
    return new Promise(() => {})
  })
  const failure = send('POST', '/api/bookings', { packageId: 'p1' }).catch((thrown) => thrown)
  await vi.advanceTimersByTimeAsync(19_999)
  expect(signal?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(serverText(await failure)).toBe('There was no answer within 20 seconds.')
  expect(signal?.aborted).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetchMock).toHaveBeenCalledOnce()
  vi.useRealTimers()
})

it('a call of the API reads the Log-Position of the response', async () => {
  respond(200, '[]', { 'Log-Position': '42' })
  expect((await send('GET', '/api/bookings')).position).toBe(42)
  respond(200, '[]')
  expect((await send('GET', '/api/packages')).position).toBeUndefined()
})

it('a call of the API reports a 401 to the session, except for a visitor and for the session check itself', async () => {
  const listener = vi.fn()
  const stop = onUnauthorised(listener)
  respond(401, '{}')
  await send('POST', '/api/auth/login', {}).catch(() => {})
  localStorage.setItem(tokenKey, 't1')
  respond(401, '{}')
  await send('GET', '/api/users/me').catch(() => {})
  expect(listener).not.toHaveBeenCalled()
  respond(401, '{}')
  await send('GET', '/api/bookings').catch(() => {})
  expect(listener).toHaveBeenCalledWith('t1')
  stop()
})

it('the URL of a call has its parameters escaped and the empty parts of its query left out [V1.2.2]', () => {
  expect(urlOf('/api/bookings/:id', { id: 'a/b' })).toBe('/api/bookings/a%2Fb')
  expect(urlOf('/api/bookings', undefined, { tab: 'past', limit: 50, cursor: undefined })).toBe(
    '/api/bookings?tab=past&limit=50',
  )
})

const url = '/api/packages/popular'
const response = Promise.resolve(new Response('[]'))

function preload() {
  localStorage.setItem(tokenKey, 't1')
  globalThis.preloadedCalls = { token: 't1', responses: new Map([[url, response]]) }
}

it('a preloaded response is used once, for its URL', () => {
  preload()
  expect(takePreloaded('/api/other')).toBeUndefined()
  expect(takePreloaded(url)).toBe(response)
  expect(takePreloaded(url)).toBeUndefined()
})

it('a preloaded response is not used for another user, nor after signing out', () => {
  preload()
  localStorage.setItem(tokenKey, 'another')
  expect(takePreloaded(url)).toBeUndefined()
  localStorage.setItem(tokenKey, 't1')
  clearPreloaded()
  expect(takePreloaded(url)).toBeUndefined()
})

function refuse(retryAfter: string) {
  const init = { status: 503, headers: { 'Retry-After': retryAfter } }
  fetchMock.mockResolvedValueOnce(new Response('{"error":"Busy.","code":"unavailable"}', init))
}

const put = (body: object, key = 'k1') => send('PUT', '/api/bookings/b1', body, key)

it('a command that is given again too early is not sent: it is refused as before', async () => {
  vi.useFakeTimers()
  refuse('5')
  const first = await put({ status: 'confirmed' }).catch((error) => error)
  vi.advanceTimersByTime(4_000)
  expect(await put({ status: 'confirmed' }).catch((error) => error)).toBe(first)
  expect(fetchMock).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(1_001)
  fetchMock.mockResolvedValueOnce(new Response('{"id":"b1"}'))
  expect((await put({ status: 'confirmed' })).data).toEqual({ id: 'b1' })
  expect(fetchMock.mock.calls[1]?.[1]?.headers).toMatchObject({ 'idempotency-key': 'k1' })
})

it('another request is sent at once, and so is the same one after the limit of an hour', async () => {
  refuse('5')
  await put({ status: 'confirmed' }).catch(() => {})
  refuse('3600')
  await put({ status: 'cancelled' }).catch(() => {})
  refuse('3600')
  await put({ status: 'cancelled' }).catch(() => {})
  expect(fetchMock).toHaveBeenCalledTimes(3)
})

it('a list is fetched again whenever it is asked for', async () => {
  refuse('5')
  await send('GET', '/api/bookings').catch(() => {})
  refuse('5')
  await send('GET', '/api/bookings').catch(() => {})
  expect(fetchMock).toHaveBeenCalledTimes(2)
})
