import type { OperationsView } from '@jaanch/operations/now/api'
import { createLog } from '@jaanch/platform/logging'
import { createWakeSignal } from '@jaanch/platform/run-loop'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AnalyticsMessage } from '../socket-api.ts'
import { createWatchRoom, pushDashboard, pushOperations } from './push-views.ts'
import { watchRoom as roomName } from './sockets.ts'

const stop: AbortController[] = []
afterEach(() => {
  for (const each of stop.splice(0)) each.abort()
  vi.useRealTimers()
})

/** The options of a push besides its view; the test moves the clock. */
function usePush() {
  vi.useFakeTimers()
  const controller = new AbortController()
  stop.push(controller)
  const wakeSignal = createWakeSignal()
  return {
    shared: { wakeSignal, log: createLog('test', 'silent'), signal: controller.signal },
    wakeSignal,
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  }
}

/** Starts a push of a dashboard that the test changes. */
function startDashboard(admins = { connections: 1, isConnected: true }) {
  const { shared, wakeSignal, pass } = usePush()
  const sent: AnalyticsMessage[] = []
  const state = { position: 1, totalUsers: 1, admins, reads: 0 }
  void pushDashboard({
    async read() {
      state.reads += 1
      return {
        position: state.position,
        analytics: { totalUsers: state.totalUsers },
      } as AnalyticsMessage
    },
    ...shared,
    adminPresence: () => state.admins,
    emit: (message) => sent.push(message),
  })
  function recordEvent(): void {
    state.position += 1
    state.totalUsers += 1
    wakeSignal.notify()
  }
  return { state, sent, wakeSignal, recordEvent, pass }
}

describe('the dashboard push', () => {
  it('sends at most four messages per second, and always the last state', async () => {
    const { state, sent, recordEvent, pass } = startDashboard()
    for (let n = 0; n < 2_000; n += 1) {
      recordEvent()
      await pass(5)
    }
    await pass(250)
    expect(sent.length).toBeGreaterThan(30)
    expect(sent.length).toBeLessThanOrEqual(42)
    expect(sent.at(-1)).toMatchObject({
      position: state.position,
      analytics: { totalUsers: state.totalUsers },
    })
  })

  it('reads nothing while no admin is connected', async () => {
    const { state, sent, recordEvent, pass } = startDashboard({ connections: 1, isConnected: false })
    recordEvent()
    await pass(60_000)
    expect(state.reads).toBe(0)
    expect(sent).toEqual([])
  })

  it('sends an unchanged dashboard only after an admin has connected', async () => {
    const { state, sent, wakeSignal, pass } = startDashboard()
    wakeSignal.notify()
    await pass(1_000)
    wakeSignal.notify()
    await pass(1_000)
    expect(sent).toHaveLength(1)
    state.admins = { connections: 2, isConnected: true }
    wakeSignal.notify()
    await pass(1_000)
    expect(sent).toHaveLength(2)
  })

  it('reads again without events, because bookings become late with time', async () => {
    const { state, sent, pass } = startDashboard()
    await pass(10_000)
    state.totalUsers += 1
    await pass(11_000)
    expect(sent.map(({ analytics }) => analytics.totalUsers)).toEqual([1, 2])
  })
})

function startOperations(isWatched: boolean) {
  const { shared, wakeSignal, pass } = usePush()
  const state = { isWatched, reads: 0, sent: 0, readMs: 0 }
  void pushOperations({
    async read() {
      state.reads += 1
      if (state.readMs > 0) await new Promise((resolve) => setTimeout(resolve, state.readMs))
      return {} as OperationsView
    },
    ...shared,
    isWatched: () => state.isWatched,
    emit: () => {
      state.sent += 1
    },
  })
  return { state, wakeSignal, pass }
}

describe('the push to operators', () => {
  it('reads nothing while nobody watches, and begins at once with a watcher', async () => {
    const { state, wakeSignal, pass } = startOperations(false)
    await pass(3_600_000)
    expect(state.reads).toBe(0)
    state.isWatched = true
    wakeSignal.notify()
    await pass(0)
    expect(state.sent).toBe(1)
  })

  it('reads and sends once a second for all watchers, however often they come', async () => {
    const { state, wakeSignal, pass } = startOperations(true)
    for (let n = 0; n < 1_000; n += 1) {
      wakeSignal.notify()
      await pass(10)
    }
    expect(state.reads).toBeLessThanOrEqual(11)
    expect(state.sent).toBeGreaterThanOrEqual(9)
  })

  it('reads less often if a read takes long', async () => {
    const { state, pass } = startOperations(true)
    state.readMs = 1_000
    await pass(20_000)
    // a second of reading, then four of pause
    expect(state.sent).toBeLessThanOrEqual(5)
  })
})

/** A room with one socket; the test sets the clock. */
function openRoom() {
  const rooms = new Map<string, Set<string>>()
  const state = { now: 0, wakes: 0 }
  const sent: unknown[] = []
  const send = { emit: (_: string, view: unknown) => sent.push(view) }
  let listen: (isWatching: unknown) => void = () => {}
  const room = createWatchRoom(
    { to: () => send, sockets: { adapter: { rooms } } } as never,
    () => {
      state.wakes += 1
    },
    () => state.now,
  )
  room.admit({
    on: (_: string, listener: typeof listen) => {
      listen = listener
    },
    join: () => rooms.set(roomName, new Set(['one'])),
    leave: () => rooms.delete(roomName),
    ...send,
  } as never)
  return { room, state, sent, ask: (isWatching: unknown) => listen(isWatching) }
}

const view = { head: 7 } as OperationsView

it('a socket is answered at once if a view is there, and otherwise the next view is due at once', () => {
  const { room, state, sent, ask } = openRoom()
  expect(room.isWatched()).toBe(false)
  ask(true)
  expect(room.isWatched()).toBe(true)
  expect([sent.length, state.wakes]).toEqual([0, 1])
  room.emit(view)
  ask(false)
  expect(room.isWatched()).toBe(false)
  state.now = 1_500
  ask(true)
  expect([sent, state.wakes]).toEqual([[view, view], 2])
})

it('a socket that joins and leaves without end, or sends nonsense, gets one answer a second', () => {
  const { room, state, sent, ask } = openRoom()
  room.emit(view)
  sent.length = 0
  for (let n = 0; n < 10_000; n += 1) {
    ask(true)
    ask(n % 2 ? false : { hello: 'world' })
  }
  expect([sent.length, state.wakes]).toEqual([1, 1])
})
