import 'fake-indexeddb/auto'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { mockFetch } from '@/testing/fetch'
import { createSession } from '@/testing/session'
import { removeToken, tokenKey } from '../http/token'
import { unsentOf } from '../session/kept-note'
import { SessionContext } from '../session/session-context'
import { forgetOthers } from '../session/session-provider'
import { clearFor, endRound, type Kept, saveRound, watchRound } from './outbox'
import { useOutbox } from './use-outbox'

const fetchMock = mockFetch()
const at = '2026-11-26T08:00:00.000Z'

afterEach(async () => {
  await clearFor('u1', { force: true })
})

function useAs(userId: string) {
  localStorage.setItem(tokenKey, `a.${btoa(JSON.stringify({ sub: userId }))}.c`)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SessionContext value={createSession({ id: userId })}>{children}</SessionContext>
  )
  return renderHook(useOutbox, { wrapper }).result
}

function keptOf(userId: string): Promise<Kept> {
  const { promise, resolve } = Promise.withResolvers<Kept>()
  const stop = watchRound(userId, resolve)
  return promise.finally(() => stop())
}

const arrive = (outbox: ReturnType<typeof useOutbox>, id: string, isKept = false) =>
  outbox.add('POST', '/api/bookings/:id/custody', {
    params: { id },
    body: { recorded: { at, offsetMs: null }, command: { type: 'arrive' } },
    subject: id,
    at,
    isKept,
  })

it('without a network a command is kept and counted, also for the session, and sent once there is one', async () => {
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
  const outbox = useAs('u1')
  await arrive(outbox.current, 'b1')
  await waitFor(() => expect(outbox.current.waiting).toBe(1))
  await waitFor(() => expect(unsentOf('u1')).toBe(1))
  expect(await clearFor('u1')).toBe(false)
  fetchMock.mockImplementation(async () => new Response('{}'))
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(outbox.current.entries).toEqual([]))
  await waitFor(() => expect(unsentOf('u1')).toBe(0))
  const keys = fetchMock.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'))
  expect(new Set(keys).size).toBe(1)
  expect(fetchMock.mock.lastCall).toMatchObject(['/api/bookings/b1/custody', { method: 'POST' }])
})

it('a refused command is shown at its subject until it is dismissed, and one that waits is not', async () => {
  const body = '{"error":"This booking is cancelled.","code":"already-cancelled"}'
  fetchMock.mockResolvedValueOnce(new Response(body, { status: 409 })).mockRejectedValue(new TypeError('off'))
  const outbox = useAs('u1')
  await arrive(outbox.current, 'b1')
  await waitFor(() => expect(outbox.current.refused).toHaveLength(1))
  await arrive(outbox.current, 'b2')
  await waitFor(() => expect(outbox.current.waiting).toBe(1))
  const [refused, waiting] = outbox.current.entries
  expect(refused).toMatchObject({ subject: 'b1', refusal: { code: 'already-cancelled' } })
  await outbox.current.dismiss(waiting?.key ?? '')
  await outbox.current.dismiss(refused?.key ?? '')
  await waitFor(() => expect(outbox.current.refused).toEqual([]))
  expect(outbox.current.waiting).toBe(1)
})

it('another user of the browser sees none of the commands', async () => {
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
  await arrive(useAs('u1').current, 'b1')
  const other = useAs('u2')
  await waitFor(() => expect(fetchMock).toHaveBeenCalled())
  expect(other.current.entries).toEqual([])
})

it('the round of a day is kept in place of those before and of others, and deleted at the end of the session; what is unsent stays, without a name', async () => {
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
  useAs('u2')
  await saveRound('u2', '2026-11-26', async () => ({ visits: [] }))
  useAs('u1')
  await saveRound('u1', '2026-11-25', async () => ({ visits: [] }))
  await saveRound('u1', '2026-11-26', async () => ({ visits: ['v1'] }))
  expect(await keptOf('u1')).toMatchObject({ kept: { date: '2026-11-26', round: { visits: ['v1'] } } })
  expect((await keptOf('u2')).kept).toBeUndefined()
  const outbox = useAs('u1')
  await arrive(outbox.current, 'b1')
  await waitFor(() => expect(unsentOf('u1')).toBe(1))
  removeToken()
  void forgetOthers()
  await vi.waitFor(async () => expect((await keptOf('u1')).kept).toBeUndefined(), { timeout: 120_000 })
  await waitFor(() => expect(outbox.current.waiting).toBe(1))
})

it('a command that was sent stays until a round is fetched that contains it', async () => {
  fetchMock.mockImplementation(async () => new Response('{}'))
  const outbox = useAs('u1')
  const send = (id: string) => arrive(outbox.current, id, true)
  const states = async () => (await keptOf('u1')).entries.map(({ subject, state }) => `${subject} ${state}`)
  await send('b1')
  await vi.waitFor(async () => expect(await states()).toEqual(['b1 sent']), { timeout: 120_000 })
  await saveRound('u1', '2026-11-26', async () => {
    await send('b2')
    await vi.waitFor(async () => expect(await states()).toEqual(['b1 sent', 'b2 sent']), { timeout: 120_000 })
    return { visits: [] }
  })
  expect(await states()).toEqual(['b2 sent'])
  expect(outbox.current.waiting).toBe(0)
})

it('a round ends when all is sent; nothing that arrives later brings it back, until it is opened again', async () => {
  const date = '2026-11-26'
  const outbox = useAs('u1')
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
  await saveRound('u1', date, async () => ({ visits: ['v1'] }))
  await arrive(outbox.current, 'b1', true)
  expect(await endRound('u1', date)).toBe(false)
  fetchMock.mockImplementation(async () => new Response('{}'))
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(async () => expect(await endRound('u1', date)).toBe(true), { timeout: 120_000 })
  await saveRound('u1', date, async () => ({ visits: ['v1'] }))
  expect(await keptOf('u1')).toMatchObject({ kept: { round: null }, entries: [] })
  await saveRound('u1', date, async () => ({ visits: ['v2'] }), true)
  expect(await keptOf('u1')).toMatchObject({ kept: { round: { visits: ['v2'] } } })
  localStorage.removeItem(tokenKey)
  await saveRound('u1', date, async () => ({ visits: ['v3'] }))
  expect(await keptOf('u1')).toMatchObject({ kept: { round: { visits: ['v2'] } } })
})
