import { expect, test } from 'vitest'
import { orderStops } from './order-stops.ts'

const stop = (time: string | null, pincode: string | null) => ({ time, pincode })
const [early, late] = ['08:00-10:00', '10:00-12:00']
/** From the centre of Ahmedabad outwards */
const [centre, near, far] = ['380001', '380006', '380058']

test('stops are ordered by time, those without one first, and at the same time from each to the nearest', () => {
  const stops = [
    stop(late, centre),
    stop(early, far),
    stop(early, near),
    stop(early, centre),
    stop(null, far),
  ]
  expect(orderStops(stops, centre)).toEqual([
    stop(null, far),
    stop(early, far),
    stop(early, near),
    stop(early, centre),
    stop(late, centre),
  ])
  expect(orderStops(stops.slice(1, 4), centre).map(({ pincode }) => pincode)).toEqual([centre, near, far])
})

test('stops whose place is not known come after those of their time, in the order given', () => {
  const stops = [stop(early, null), stop(early, '000000'), stop(early, near), stop(early, centre)]
  expect(orderStops(stops, centre).map(({ pincode }) => pincode)).toEqual([centre, near, null, '000000'])
  expect(orderStops(stops.slice(2), null).map(({ pincode }) => pincode)).toEqual([near, centre])
})
