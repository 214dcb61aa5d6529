import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { send } from '../http/call'
import { tokenKey } from '../http/token'
import { useSession } from './session-context'
import { SessionProvider } from './session-provider'

const user = { id: 'u1', name: 'Asha', role: 'customer' }
const fetchMock = vi.fn<typeof fetch>()

beforeEach(() => {
  localStorage.clear()
  fetchMock.mockReset()
  vi.stubGlobal('fetch', fetchMock)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function StatusText() {
  return <p>{useSession().state.status}</p>
}

function renderSession() {
  render(
    <SessionProvider>
      <StatusText />
    </SessionProvider>,
  )
}

const respond = (status: number, body: unknown) => async () => new Response(JSON.stringify(body), { status })

describe('the session', () => {
  it('makes no request without a token', () => {
    renderSession()
    expect(screen.getByText('visitor')).toBeTruthy()
    expect(fetchMock).not.toHaveBeenCalled()
  })

  it('is signed in with a valid token', async () => {
    localStorage.setItem(tokenKey, 't1')
    fetchMock.mockImplementation(respond(200, user))
    renderSession()
    await screen.findByText('signed-in')
  })

  it('is signed in with a token that the response renews', async () => {
    localStorage.setItem(tokenKey, 't1')
    fetchMock.mockImplementation(
      async () => new Response(JSON.stringify(user), { headers: { 'renewed-token': 't2' } }),
    )
    renderSession()
    await screen.findByText('signed-in')
    expect(localStorage.getItem(tokenKey)).toBe('t2')
  })

  /** A token with the parts that a client reads */
  const tokenOf = (sub: string, at: number) => `h.${btoa(JSON.stringify({ sub, at }))}.s`

  it.each([
    ['ignores a renewal of the token in another tab', 'u1', 1],
    ['loads the user again after another user signs in in another tab', 'u2', 2],
  ] as const)('%s', async (_, subject, requests) => {
    localStorage.setItem(tokenKey, tokenOf('u1', 1))
    fetchMock.mockImplementation(respond(200, user))
    renderSession()
    await screen.findByText('signed-in')
    const [oldValue, newValue] = [tokenOf('u1', 1), tokenOf(subject, 2)]
    localStorage.setItem(tokenKey, newValue)
    act(() => void dispatchEvent(new StorageEvent('storage', { key: tokenKey, oldValue, newValue })))
    await screen.findByText('signed-in')
    expect(fetchMock).toHaveBeenCalledTimes(requests)
  })

  it('removes the token silently after a 401', async () => {
    localStorage.setItem(tokenKey, 't1')
    fetchMock.mockImplementation(respond(401, { error: 'Please sign in.' }))
    renderSession()
    await screen.findByText('visitor')
    expect(localStorage.getItem(tokenKey)).toBeNull()
  })

  it.each([
    ['a server failure', respond(503, { error: 'busy' })],
    ['a network failure', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('keeps the token after %s and repeats the check', async (_, fail) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    localStorage.setItem(tokenKey, 't1')
    fetchMock.mockImplementation(fail)
    renderSession()
    await screen.findByText('unreachable')
    expect(localStorage.getItem(tokenKey)).toBe('t1')
    fetchMock.mockImplementation(respond(200, user))
    await act(() => vi.advanceTimersByTimeAsync(4_000))
    await screen.findByText('signed-in')
    vi.useRealTimers()
  })

  it('ends after a 401 of any call only if the session check is rejected too', async () => {
    localStorage.setItem(tokenKey, 't1')
    fetchMock.mockImplementation(respond(200, user))
    renderSession()
    await screen.findByText('signed-in')

    fetchMock.mockImplementationOnce(respond(401, {}))
    await act(() => send('GET', '/api/bookings').catch(() => {}))
    await waitFor(() => expect(fetchMock).toHaveBeenLastCalledWith('/api/users/me', expect.anything()))
    expect(screen.getByText('signed-in')).toBeTruthy()

    fetchMock.mockImplementation(respond(401, {}))
    await act(() => send('GET', '/api/bookings').catch(() => {}))
    await screen.findByText('visitor')
  })
})
