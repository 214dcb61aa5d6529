import { EventEmitter } from 'node:events'
import { afterEach, expect, it, vi } from 'vitest'
import { closeSpread, limitMessages } from './network-sockets.ts'

function connect() {
  const clock = { now: 0 }
  const engine = new EventEmitter()
  limitMessages(engine as never, () => clock.now)
  const close = vi.fn()
  const connection = Object.assign(new EventEmitter(), { close })
  const parse = vi.fn()
  connection.on('data', parse)
  engine.emit('connection', connection)
  /** As Engine.IO hands a packet on */
  function send(count: number, type = 'message'): void {
    for (let n = 0; n < count; n += 1) {
      connection.emit('packet', { type })
      if (type === 'message') connection.emit('data', '2["watch-slots"]')
    }
  }
  return { clock, close, parse, send }
}

it('a connection may send 50 messages in ten seconds, again and again, and any number of answers to pings', () => {
  const { clock, close, parse, send } = connect()
  for (let round = 1; round <= 3; round += 1) {
    send(50)
    send(1_000, 'pong')
    clock.now += 10_000
  }
  expect(parse).toHaveBeenCalledTimes(150)
  expect(close).not.toHaveBeenCalled()
})

it('a connection that sends more than 50 messages in any ten seconds is closed, whenever these ten seconds begin', () => {
  const { clock, close, parse, send } = connect()
  send(1)
  clock.now = 9_900
  send(49)
  clock.now = 10_000
  send(2)
  expect(parse).toHaveBeenCalledTimes(51)
  expect(close).toHaveBeenCalledWith(true)
})

afterEach(() => vi.useRealTimers())

/** @returns how many connections were closed in each second, and when the last step ended, ms */
async function close(count: number, overMs: number): Promise<{ seconds: number[]; endedAt: number }> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const startedAt = performance.now()
  const seconds: number[] = []
  const connections = Array.from({ length: count }, (_, n) => n)
  const closed = new Set<number>()
  const closing = closeSpread(
    connections,
    (n) => {
      closed.add(n)
      const second = Math.floor((performance.now() - startedAt) / 1_000)
      seconds[second] = (seconds[second] ?? 0) + 1
    },
    overMs,
  )
  await vi.runAllTimersAsync()
  await closing
  if (overMs > 0) expect(closed.size).toBe(count)
  return { seconds, endedAt: performance.now() - startedAt }
}

it('closes many connections evenly over the time', async () => {
  const { seconds, endedAt } = await close(3_333, 5_000)
  expect(seconds).toHaveLength(5)
  for (const count of seconds) expect(Math.abs(count - 667)).toBeLessThan(2)
  expect(endedAt).toBe(5_000)
})

it('closes a few one by one, in less time', async () => {
  expect(await close(3, 5_000)).toEqual({ seconds: [3], endedAt: 300 })
  expect(await close(0, 5_000)).toEqual({ seconds: [], endedAt: 0 })
})

it('leaves them to the end of the server if there is no time', async () => {
  expect(await close(50, 0)).toEqual({ seconds: [], endedAt: 0 })
})
