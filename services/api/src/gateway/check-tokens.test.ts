import { createLog } from '@jaanch/platform/logging'
import { createWakeSignal } from '@jaanch/platform/run-loop'
import { afterEach, expect, it, vi } from 'vitest'
import { checkTokens } from './check-tokens.ts'

const stop: AbortController[] = []
afterEach(() => {
  for (const each of stop.splice(0)) each.abort()
  vi.useRealTimers()
})

/** Connections of users u0, u1 …; every third one's token was revoked. */
function startCheck(count: number, queryMs: number) {
  vi.useFakeTimers()
  const closed: string[] = []
  const queries: number[] = []
  const state = { running: 0, most: 0 }
  const wakeSignal = createWakeSignal()
  const signal = new AbortController()
  stop.push(signal)
  void checkTokens({
    sessionTokens: { verify: (token) => ({ sub: token, tv: 1, sid: 's' }) },
    standings: {
      async load(owners) {
        queries.push(owners.length)
        state.running += 1
        state.most = Math.max(state.most, state.running)
        await new Promise((resolve) => setTimeout(resolve, queryMs))
        state.running -= 1
      },
      get: async ({ sub }) => ({
        role: 'customer',
        staffRole: null,
        labRole: null,
        labPartnerId: null,
        tokenVersion: Number(sub.slice(1)) % 3 === 0 ? 2 : 1,
        isActive: true,
        isOpen: true,
      }),
    },
    connections: () =>
      Array.from({ length: count }, (_, n) => ({
        token: `u${n}`,
        caller: { userId: `u${n}`, sessionId: `s${n}` },
        close: () => closed.push(`u${n}`),
      })),
    wakeSignal,
    log: createLog('test', 'silent'),
    signal: signal.signal,
  })
  return { closed, queries, state, wakeSignal, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

it('closes revoked connections, with one query per 500 of them', async () => {
  const { closed, queries, pass } = startCheck(1_200, 1)
  await pass(100)
  expect(queries).toEqual([500, 500, 200])
  expect(closed).toEqual(Array.from({ length: 400 }, (_, n) => `u${n * 3}`))
})

it('never checks twice at the same time, however slow a check is and however often it is asked for', async () => {
  const { queries, state, wakeSignal, pass } = startCheck(3, 45_000)
  for (let n = 0; n < 100; n += 1) {
    wakeSignal.notify()
    await pass(1_000)
  }
  expect(state.most).toBe(1)
  expect(queries.length).toBeLessThanOrEqual(3)
})

it('checks every half minute', async () => {
  const { queries, pass } = startCheck(1, 1)
  await pass(61_000)
  expect(queries).toHaveLength(3)
})
