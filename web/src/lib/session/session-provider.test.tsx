import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { send } from '../http/call'
import { tokenKey } from '../http/token'
import { useSession } from './session-context'
import { SessionProvider } from './session-provider'

const user = { id: 'u1', name: 'Asha', role: 'customer' }
const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  localStorage.clear()
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function State() {
  return <p>{useSession().state.status}</p>
}

function open() {
  render(
    <SessionProvider>
      <State />
    </SessionProvider>,
  )
}

const answer = (status: number, body: unknown) => async () => new Response(JSON.stringify(body), { status })

test('without a token nobody is asked', () => {
  open()
  expect(screen.getByText('visitor')).toBeTruthy()
  expect(fetched).not.toHaveBeenCalled()
})

test('a token that stands signs in', async () => {
  localStorage.setItem(tokenKey, 't1')
  fetched.mockImplementation(answer(200, user))
  open()
  await screen.findByText('signed-in')
})

test('a token that is renewed by the answer signs in as well', async () => {
  localStorage.setItem(tokenKey, 't1')
  fetched.mockImplementation(
    async () => new Response(JSON.stringify(user), { headers: { 'renewed-token': 't2' } }),
  )
  open()
  await screen.findByText('signed-in')
  expect(localStorage.getItem(tokenKey)).toBe('t2')
})

/** A token as far as a client reads it */
const tokenOf = (sub: string, at: number) => `h.${btoa(JSON.stringify({ sub, at }))}.s`

test.each([
  ['a renewal in another tab changes nothing here', 'u1', 1],
  ['another person who signs in elsewhere is asked for', 'u2', 2],
] as const)('%s', async (_, person, asked) => {
  localStorage.setItem(tokenKey, tokenOf('u1', 1))
  fetched.mockImplementation(answer(200, user))
  open()
  await screen.findByText('signed-in')
  const [oldValue, newValue] = [tokenOf('u1', 1), tokenOf(person, 2)]
  localStorage.setItem(tokenKey, newValue)
  act(() => void dispatchEvent(new StorageEvent('storage', { key: tokenKey, oldValue, newValue })))
  await screen.findByText('signed-in')
  expect(fetched).toHaveBeenCalledTimes(asked)
})

test('a 401 removes the token silently', async () => {
  localStorage.setItem(tokenKey, 't1')
  fetched.mockImplementation(answer(401, { error: 'Please sign in.' }))
  open()
  await screen.findByText('visitor')
  expect(localStorage.getItem(tokenKey)).toBeNull()
})

test.each([
  ['a busy server', answer(503, { error: 'busy' })],
  ['a dead network', async () => Promise.reject(new TypeError('Failed to fetch'))],
])('%s says nothing about the token: it stays, and we ask again', async (_, down) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  localStorage.setItem(tokenKey, 't1')
  fetched.mockImplementation(down)
  open()
  await screen.findByText('unreachable')
  expect(localStorage.getItem(tokenKey)).toBe('t1')
  fetched.mockImplementation(answer(200, user))
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  await screen.findByText('signed-in')
  vi.useRealTimers()
})

test('a 401 on any call signs out only if the API says so of the session too', async () => {
  localStorage.setItem(tokenKey, 't1')
  fetched.mockImplementation(answer(200, user))
  open()
  await screen.findByText('signed-in')

  fetched.mockImplementationOnce(answer(401, {}))
  await act(() => send('GET', '/api/bookings').catch(() => {}))
  await waitFor(() => expect(fetched).toHaveBeenLastCalledWith('/api/users/me', expect.anything()))
  expect(screen.getByText('signed-in')).toBeTruthy()

  fetched.mockImplementation(answer(401, {}))
  await act(() => send('GET', '/api/bookings').catch(() => {}))
  await screen.findByText('visitor')
})
