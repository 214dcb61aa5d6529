import { expect, it } from 'vitest'
import { loadConfig } from './config.ts'
import { stopWithinMs } from './service.ts'

it('a service ends before it is killed: within 10 s under npm start, and else within 30 s', () => {
  expect(stopWithinMs(loadConfig({}).drainSeconds)).toBeLessThan(10_000)
  for (let drain = 1; drain <= 10; drain += 1) {
    const { drainSeconds } = loadConfig({ DRAIN_SECONDS: String(drain) })
    expect(stopWithinMs(drainSeconds)).toBeLessThan(30_000)
  }
  expect(() => loadConfig({ DRAIN_SECONDS: '11' })).toThrow('DRAIN_SECONDS')
})
