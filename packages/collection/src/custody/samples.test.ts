import { cbc, thyroid, uuid } from '@jaanch/booking/testing/bookings'
import { expect, it } from 'vitest'
import type { CustodyTube } from './custody.ts'
import { firstDrawnAt, unsampledTests } from './samples.ts'

const glucose = { packageId: uuid(13), name: 'Glucose, fasting and after a meal', price: 10_000 }
const lines = [thyroid, cbc, glucose]
const step = { by: uuid(91), enteredBy: null, marks: [] }

function tube(number: number, packageIds: string[], state: Partial<CustodyTube> = {}): CustodyTube {
  return {
    ...{ number, packageIds, specimen: 'Serum', container: 'SST' },
    stability: { windowMs: null, minC: null, maxC: null },
    ...{ code: null, drawn: null, handedOver: null, received: null, accepted: null, rejected: null },
    ...state,
  }
}

const drawn = (at: string) => ({ drawn: { ...step, at: `2026-01-30T${at}:00.000Z` } })
const rejected = { rejected: { ...step, at: '2026-01-30T05:00:00.000Z', reason: 'clotted' as const } }
const custody = {
  ...{
    labels: null,
    arrived: null,
    identity: null,
    mismatches: 0,
    mismatchedAt: null,
    once: [],
    alarmAt: null,
    alarm: null,
    withdrawn: [],
    outcome: null,
  },
  tubes: [
    tube(1, [thyroid.packageId], { ...drawn('03:00'), ...rejected }),
    tube(2, [cbc.packageId], drawn('03:02')),
    tube(3, [glucose.packageId], { ...drawn('03:04'), ...rejected }),
    tube(4, [glucose.packageId], drawn('04:30')),
  ],
}

it('the tests without a sample are those whose tubes were all rejected, and those that were refunded', () => {
  const refund = { amount: 49_900, settled: 0, packageIds: [thyroid.packageId], isSettled: false }
  expect(unsampledTests({ custody, lines, refund })).toEqual({
    rejected: [thyroid.packageId],
    refunded: [thyroid.packageId],
  })
  const none = { rejected: [], refunded: [] }
  expect(unsampledTests({ custody: null, lines, refund: null })).toEqual(none)
})

it('the sample was drawn when its first tube was that the laboratory did not reject', () => {
  expect(firstDrawnAt(custody)).toBe('2026-01-30T03:02:00.000Z')
  expect(firstDrawnAt(null)).toBeNull()
})
