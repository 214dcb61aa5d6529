import { expect, it, onTestFinished, vi } from 'vitest'
import { loadConfig } from './config.ts'
import { createLog } from './logging.ts'
import { runLoop } from './run-loop.ts'
import { startWatchdog, stopWithinMs } from './service.ts'

it('a service ends before it is killed: within 10 s under npm start, and else within 30 s', () => {
  expect(stopWithinMs(loadConfig({}).drainSeconds)).toBeLessThan(10_000)
  for (let drain = 1; drain <= 10; drain += 1) {
    const { drainSeconds } = loadConfig({ DRAIN_SECONDS: String(drain) })
    expect(stopWithinMs(drainSeconds)).toBeLessThan(30_000)
  }
  expect(() => loadConfig({ DRAIN_SECONDS: '11' })).toThrow('DRAIN_SECONDS')
})

const log = createLog('test', 'silent')

function start(variables: Record<string, string>) {
  const notify = vi.fn(async () => {})
  onTestFinished(startWatchdog({ log, variables, notify }))
  return notify
}

it('systemd gets three signs in the time that it waits for one, from the start on', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const notify = start({ WATCHDOG_USEC: '60000000', WATCHDOG_PID: String(process.pid) })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(notify).toHaveBeenCalledTimes(4)
})

it('nobody gets signs where no watchdog waits, or it waits for another process', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const unwanted = [start({}), start({ WATCHDOG_USEC: '60000000', WATCHDOG_PID: '1' })]
  await vi.advanceTimersByTimeAsync(60_000)
  for (const notify of unwanted) expect(notify).not.toHaveBeenCalled()
})

it('a process whose loop hangs gives no sign, so that systemd starts it again', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const stop = new AbortController()
  const hanging = Promise.withResolvers<boolean>()
  const loop = runLoop({
    name: 'the loop',
    hangsAfterMs: 50_000,
    pass: () => hanging.promise,
    pollMs: 1_000,
    onError: () => {},
    signal: stop.signal,
  })
  const notify = start({ WATCHDOG_USEC: '60000000' })
  const told = vi.spyOn(log, 'error')
  await vi.advanceTimersByTimeAsync(40_000)
  expect(notify).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(40_000)
  expect(told.mock.calls).toEqual(
    Array(2).fill([{ reasons: [expect.stringContaining('the loop')] }, expect.stringContaining('hangs')]),
  )
  expect(notify).toHaveBeenCalledTimes(3)
  stop.abort()
  hanging.resolve(false)
  await loop
})
