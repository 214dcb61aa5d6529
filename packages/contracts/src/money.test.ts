import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rupees, toPaise, toRupees } from './money.ts'
import { percentOff } from './percent-off.ts'

describe('money', () => {
  it('converts to rupees and back without loss', () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), (amount) => {
        const onTheWire = JSON.parse(JSON.stringify(toRupees(amount)))
        expect(rupees.safeParse(onTheWire).success).toBe(true)
        expect(toPaise(onTheWire)).toBe(amount)
      }),
    )
  })

  it('has at most two decimals, is not negative and is finite', () => {
    for (const amount of [0, 0.01, 19.99, 1_000_000])
      expect(rupees.safeParse(amount).success, String(amount)).toBe(true)
    for (const amount of [-1, 0.001, 19.999, 1_000_000.01, Number.NaN, Number.POSITIVE_INFINITY, '5', null]) {
      expect(rupees.safeParse(amount).success, String(amount)).toBe(false)
    }
  })
})

describe('percent off', () => {
  it('is round((original − price) / original × 100) (specification, section 9)', () => {
    for (const [price, original, percent] of [
      [499, 699, 29],
      [500, 1000, 50],
      [995, 1000, 1],
      [996, 1000, 0],
      [0, 1000, 100],
    ] as const) {
      expect(percentOff(price, original), `${price} of ${original}`).toBe(percent)
    }
  })

  it('is 0 without an original price, or if it is not above the price', () => {
    for (const original of [null, undefined, 0, 400, 499]) expect(percentOff(499, original)).toBe(0)
  })
})
