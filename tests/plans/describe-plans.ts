import { describe, expect, it } from 'vitest'
import { bounds } from './bounds.ts'
import { measureBuffers } from './measure-buffers.ts'

/** Declares the tests of all hot calls at this number of bookings; the bounds are the same at any. */
export function describePlans(bookings: number, timeout: number): void {
  describe(`with ${bookings.toLocaleString('en')} bookings`, () => {
    it('every call reads no more buffers than its bound', { timeout }, async () => {
      const measured = await measureBuffers(bookings)
      expect(measured.map(({ call }) => call).filter((call) => bounds[call] === undefined)).toEqual([])
      const tooMany = measured.filter(({ call, buffers }) => buffers > (bounds[call] ?? 0))
      // with their plans, to see why
      const report = tooMany.map(({ call, buffers, statements }) => ({
        call,
        buffers,
        bound: bounds[call],
        statements: statements.toSorted((a, b) => b.buffers - a.buffers).slice(0, 1),
      }))
      expect(report, JSON.stringify(report, null, 1)).toEqual([])
    })
  })
}
