import { expect, it } from 'vitest'
import { createRates, type Progress } from './now.ts'

function progress(second: number, position: number, change: Partial<Progress> = {}): Progress {
  const point = { position, at: second * 1_000 }
  return { appended: point, relayed: point, projected: point, pushed: point, ...change }
}

it('rates are the events per second of the last ten seconds, each step apart', () => {
  const ratesOf = createRates()
  expect(ratesOf(progress(0, 100))).toEqual({ appended: null, relayed: null, projected: null, pushed: null })
  ratesOf(progress(1, 150))
  expect(ratesOf(progress(2, 200, { relayed: { position: 160, at: 2_000 } }))).toEqual({
    appended: 50,
    relayed: 30,
    projected: 50,
    pushed: 50,
  })
  for (let second = 3; second <= 20; second += 1) ratesOf(progress(second, 200))
  expect(ratesOf(progress(21, 210))).toMatchObject({ appended: 1 })
})

it('the rate of the push is that between two beats, not between two looks', () => {
  const ratesOf = createRates()
  const beat = (position: number, at: number) => ({ pushed: { position, at } })
  expect(ratesOf(progress(5, 500, beat(400, 4_000))).pushed).toBeNull()
  expect(ratesOf(progress(8, 800, beat(400, 4_000))).pushed).toBeNull()
  expect(ratesOf(progress(9, 900, beat(900, 9_000))).pushed).toBe(100)
})

it('rates begin anew after a time without looks, and when the log was restored', () => {
  const ratesOf = createRates()
  ratesOf(progress(0, 100))
  expect(ratesOf(progress(60, 10_000)).appended).toBeNull()
  expect(ratesOf(progress(61, 10_005)).appended).toBe(5)
  expect(ratesOf(progress(62, 40)).appended).toBeNull()
})

it('a step that nothing reports has no rate', () => {
  const ratesOf = createRates()
  ratesOf(progress(0, 100, { pushed: null }))
  expect(ratesOf(progress(1, 100, { projected: null }))).toMatchObject({
    appended: 0,
    projected: null,
    pushed: null,
  })
})
