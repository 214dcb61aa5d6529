import { beforeEach, expect, test, vi } from 'vitest'
import { mockFetch } from '@/testing/fetch'
import { send } from './call'

const fetchMock = mockFetch()

beforeEach(() => {
  vi.useFakeTimers()
})

function refuse(retryAfter: string) {
  const init = { status: 503, headers: { 'Retry-After': retryAfter } }
  fetchMock.mockResolvedValueOnce(new Response('{"error":"Busy.","code":"unavailable"}', init))
}

const put = (body: object, key = 'k1') => send('PUT', '/api/bookings/b1', body, key)

test('a command that is given again too early is not sent: it is refused as before', async () => {
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

test('another request is sent at once, and so is the same one after the limit of an hour', async () => {
  refuse('5')
  await put({ status: 'confirmed' }).catch(() => {})
  refuse('3600')
  await put({ status: 'cancelled' }).catch(() => {})
  refuse('3600')
  await put({ status: 'cancelled' }).catch(() => {})
  expect(fetchMock).toHaveBeenCalledTimes(3)
})

test('a list is fetched again whenever it is asked for', async () => {
  refuse('5')
  await send('GET', '/api/bookings').catch(() => {})
  refuse('5')
  await send('GET', '/api/bookings').catch(() => {})
  expect(fetchMock).toHaveBeenCalledTimes(2)
})
