import { expect, it } from 'vitest'
import { createRateCounter } from './heartbeat.ts'

it('counts per second since the last reading, each name apart', () => {
  let now = 1_000
  const counter = createRateCounter(() => now)
  counter.add('orders')
  counter.add('orders', 9)
  counter.add('email', 3)
  now += 4_000
  expect(counter.perSecond()).toEqual({ orders: 2.5, email: 0.75 })
  counter.add('email')
  now += 500
  expect(counter.perSecond()).toEqual({ email: 2 })
  expect(counter.perSecond()).toEqual({})
})
