import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rupees, toPaise, toRupees } from './money.ts'

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

  it('has at most two decimals, is not negative and is finite [V1.4.2]', () => {
    for (const amount of [0, 0.01, 19.99, 1_000_000])
      expect(rupees.safeParse(amount).success, String(amount)).toBe(true)
    for (const amount of [-1, 0.001, 19.999, 1_000_000.01, Number.NaN, Number.POSITIVE_INFINITY, '5', null]) {
      expect(rupees.safeParse(amount).success, String(amount)).toBe(false)
    }
  })
})
