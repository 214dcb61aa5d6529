import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { mockFetch } from '@/testing/fetch'
import { readDraft, writeDraft } from '../drafts'
import { send } from '../http/call'
import { tokenKey } from '../http/token'
import { noteKept, readHandIns } from './kept-note'
import { leaveSession } from './left-sessions'
import { rememberUser, toSessionUser, useSession } from './session-context'
import { SessionProvider } from './session-provider'

const outbox = vi.hoisted(() => ({ flush: vi.fn(), leave: vi.fn() }))
vi.mock('../outbox/outbox', () => outbox)

const user = { id: 'u1', name: 'Asha', role: 'customer' } as const
const fetchMock = mockFetch()

function StatusText() {
  const { state, signOut } = useSession()
  return (
    <>
      <p>{state.status === 'visitor' && state.endedFor ? `ended for ${state.endedFor}` : state.status}</p>
      <button type="button" onClick={signOut}>
        Logout
      </button>
    </>
  )
}

function renderSession() {
  render(
    <SessionProvider>
      <StatusText />
    </SessionProvider>,
  )
}

const respond = (status: number, body: unknown) => async () => new Response(JSON.stringify(body), { status })

async function signIn(token = 't1') {
  localStorage.setItem(tokenKey, token)
  fetchMock.mockImplementation(respond(200, user))
  renderSession()
  await screen.findByText('signed-in')
}

describe('the session', () => {
  it('makes no request without a token', () => {
    renderSession()
    expect(screen.getByText('visitor')).toBeTruthy()
    expect(fetchMock).not.toHaveBeenCalled()
  })

  it('is signed in with a valid token [S7.12]', async () => {
    await signIn()
  })

  /** A token with the parts that a client reads */
  const tokenOf = (sub: string, at: number) => `h.${btoa(JSON.stringify({ sub, at }))}.s`

  it.each([
    ['ignores the new token of the same user in another tab', 'u1', 1],
    ['loads the user again after another user signs in in another tab', 'u2', 2],
  ] as const)('%s', async (_, subject, requests) => {
    await signIn(tokenOf('u1', 1))
    const [oldValue, newValue] = [tokenOf('u1', 1), tokenOf(subject, 2)]
    localStorage.setItem(tokenKey, newValue)
    act(() => void dispatchEvent(new StorageEvent('storage', { key: tokenKey, oldValue, newValue })))
    await screen.findByText('signed-in')
    expect(fetchMock).toHaveBeenCalledTimes(requests)
  })

  it('that the server ends keeps its token for what is not sent yet, and for nothing else', async () => {
    const token = tokenOf('u1', 1)
    await signIn(token)
    noteKept({ u1: 2 })
    fetchMock.mockImplementation(respond(401, { error: 'Please sign in.' }))
    await act(() => send('GET', '/api/bookings').catch(() => {}))
    await screen.findByText('ended for customer')
    expect(localStorage.getItem(tokenKey)).toBeNull()
    expect(readHandIns()).toEqual({ u1: token })
    await waitFor(() => expect(outbox.flush).toHaveBeenCalled())
  })

  it('that the server ends leaves no round and no draft on the device', async () => {
    await signIn(tokenOf('u1', 1))
    noteKept({ u1: 0, u2: 3 })
    writeDraft('booking', { name: 'Asha' })
    fetchMock.mockImplementation(respond(401, { error: 'Please sign in.' }))
    await act(() => send('GET', '/api/bookings').catch(() => {}))
    await screen.findByText('ended for customer')
    await waitFor(() => expect(outbox.leave.mock.calls).toEqual([['u1'], ['u2']]))
    expect(readDraft('booking')).toBeNull()
  })

  it('deletes at the start what was kept of whoever is not signed in any more', async () => {
    noteKept({ u1: 0, u2: 0 })
    await signIn(tokenOf('u2', 1))
    await waitFor(() => expect(outbox.leave.mock.calls).toEqual([['u1']]))
  })

  describe('of a phone without a network', () => {
    const endsAt = Date.parse('2026-11-27T08:00:00Z')
    const token = `h.${btoa(JSON.stringify({ sub: 'u1', exp: endsAt / 1_000 }))}.s`

    /** Opens the client on a phone that remembers its user. @param at by the clock of the phone, ms */
    function open(at: number) {
      vi.useFakeTimers({ shouldAdvanceTime: true, now: at })
      localStorage.setItem(tokenKey, token)
      noteKept({ u1: 0 })
      rememberUser(toSessionUser(user as never))
      fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
      renderSession()
    }

    it('is over at its time while the page is open, and nobody is shown from then on', async () => {
      open(endsAt - 60_000)
      expect(screen.getByText('signed-in')).toBeTruthy()
      await act(() => vi.advanceTimersByTimeAsync(30_000))
      expect(screen.getByText('signed-in')).toBeTruthy()
      await act(() => vi.advanceTimersByTimeAsync(45_000))
      await screen.findByText('ended for customer')
      expect(localStorage.getItem(tokenKey)).toBeNull()
      await waitFor(() => expect(outbox.leave.mock.calls).toEqual([['u1']]))
    })

    it('is over when the page is opened after its time', async () => {
      open(endsAt + 3 * 86_400_000)
      expect(screen.queryByText('signed-in')).toBeNull()
      await screen.findByText('visitor')
      await waitFor(() => expect(outbox.leave.mock.calls).toEqual([['u1']]))
    })

    it('lasts as long as the server says, whatever the clock of the phone says', async () => {
      localStorage.setItem('clock_offset', String(5 * 3_600_000))
      open(endsAt + 4 * 3_600_000)
      expect(screen.getByText('signed-in')).toBeTruthy()
      fetchMock.mockImplementation(respond(200, user))
      await act(() => vi.advanceTimersByTimeAsync(60_000))
      expect(screen.getByText('signed-in')).toBeTruthy()
    })
  })

  it('removes the token silently after a 401 [S4.7]', async () => {
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
  })

  it('ends after a 401 of any call only if the session check is rejected too', async () => {
    await signIn()

    fetchMock.mockImplementationOnce(respond(401, {}))
    await act(() => send('GET', '/api/bookings').catch(() => {}))
    await waitFor(() => expect(fetchMock).toHaveBeenLastCalledWith('/api/users/me', expect.anything()))
    expect(screen.getByText('signed-in')).toBeTruthy()

    fetchMock.mockImplementation(respond(401, {}))
    await act(() => send('GET', '/api/bookings').catch(() => {}))
    await screen.findByText('ended for customer')
  })

  it('goes on if the token was replaced while a call with the old one was refused', async () => {
    await signIn()
    const { promise: settled, resolve: settle } = Promise.withResolvers<void>()
    vi.stubGlobal('navigator', { ...navigator, locks: { request: () => settled } })
    fetchMock.mockImplementation(respond(401, {}))
    await act(() => send('GET', '/api/bookings').catch(() => {}))
    await waitFor(() => expect(fetchMock).toHaveBeenLastCalledWith('/api/users/me', expect.anything()))
    localStorage.setItem(tokenKey, 't2')
    await act(async () => settle())
    expect(screen.getByText('signed-in')).toBeTruthy()
    expect(localStorage.getItem(tokenKey)).toBe('t2')
  })
})

const logouts = () =>
  fetchMock.mock.calls
    .filter(([url]) => url === '/api/auth/logout')
    .map(([, init]) => [new Headers(init?.headers).get('authorization'), init?.credentials, init?.keepalive])

it('a logout ends the session of the token on the server', async () => {
  await signIn()
  fetchMock.mockImplementation(async () => new Response(null, { status: 204 }))
  await act(async () => screen.getByRole('button').click())
  expect(screen.getByText('visitor')).toBeTruthy()
  expect(logouts()).toEqual([['Bearer t1', 'include', true]])
  await waitFor(() => expect(localStorage).toHaveLength(0))
})

it.each([
  ['without a network', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ['that the server could not handle', respond(503, {})],
])('a logout %s ends the session later: when the device is online, or after a reload', async (_, fail) => {
  await signIn()
  fetchMock.mockImplementation(fail)
  await act(async () => screen.getByRole('button').click())
  expect(localStorage.getItem(tokenKey)).toBeNull()
  await act(async () => dispatchEvent(new Event('online')))
  cleanup()
  fetchMock.mockImplementation(respond(401, {}))
  renderSession()
  // a cookie that the answer removes could be that of the next user
  expect(logouts()).toEqual([
    ['Bearer t1', 'include', true],
    ['Bearer t1', 'omit', true],
    ['Bearer t1', 'omit', true],
  ])
  await waitFor(() => expect(localStorage).toHaveLength(0))
  expect(screen.getByText('visitor')).toBeTruthy()
})

it('a logout is remembered for the last five sessions only', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  fetchMock.mockImplementation(async () => Promise.reject(new TypeError('Failed to fetch')))
  for (let n = 0; n < 7; n += 1) leaveSession(`t${n}`)
  expect(JSON.parse(localStorage.getItem('left_sessions') ?? '')).toEqual(['t2', 't3', 't4', 't5', 't6'])
})
