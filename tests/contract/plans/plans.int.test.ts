import { expect, it } from 'vitest'
import { bounds } from './bounds.ts'
import { measureBuffers } from './measure-buffers.ts'

/** As many as can be had in half a minute; the bounds hold at any number: PLANS_BOOKINGS=1000000 takes about ten minutes */
const bookings = Number(process.env.PLANS_BOOKINGS ?? 10_000)

it(`with ${bookings.toLocaleString('en')} bookings every call reads no more buffers than its bound`, {
  timeout: 3_600_000,
}, async () => {
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
