import type { BookingSummary } from '@jaanch/booking/booking'
import type { CustodyTube } from '@jaanch/collection/custody/custody'
import { expect, it } from 'vitest'
import { custodyFactsOf } from './facts.ts'

const lab = '00000000-0000-4000-8000-000000000051'
const meena = '00000000-0000-4000-8000-000000000091'
const at = (time: string) => ({
  at: `2026-01-30T${time}:00.000Z`,
  by: meena,
  enteredBy: null,
  marks: [],
})

function tube(of: Partial<CustodyTube>): CustodyTube {
  return {
    number: 1,
    specimen: 'Serum',
    container: 'SST',
    packageIds: [],
    stability: { windowMs: 2 * 3_600_000, minC: null, maxC: null },
    code: null,
    drawn: null,
    handedOver: null,
    received: null,
    accepted: null,
    rejected: null,
    ...of,
  }
}

function factsOf(tubes: CustodyTube[], mismatches = 0) {
  const custody = {
    tubes,
    labels: null,
    arrived: null,
    identity: { ...at('04:55'), method: 'code' },
    mismatches,
    mismatchedAt: null,
    once: [] as string[],
    alarmAt: null,
    alarm: null,
    withdrawn: [] as never[],
    outcome: null,
  } as const
  const facts = custodyFactsOf({ labPartnerId: lab, custody } as Pick<
    BookingSummary,
    'labPartnerId' | 'custody'
  > as BookingSummary)
  return facts.map(({ metric, key, day, amount }) => [
    metric,
    key.replace(lab, 'lab').replace(meena, 'meena'),
    day,
    amount,
  ])
}

it('counts each tube for the lab and who drew it, on the day of the draw, with the seconds to the receipt', () => {
  const received = { ...at('06:30'), temperatureC: null }
  const day = '2026-01-30'
  expect(
    factsOf([tube({ drawn: at('05:00'), received, rejected: { ...at('07:00'), reason: 'clotted' } })], 1),
  ).toEqual([
    ['tubes-drawn', 'lab/meena', day, 0],
    ['tubes-received', 'lab/meena', day, 5_400],
    ['tubes-in-time', 'lab/meena', day, 0],
    ['tubes-rejected', 'lab/meena/clotted', day, 0],
    ['persons-identified', 'lab/meena', day, 0],
    ['persons-mismatched', 'lab/meena', day, 0],
  ])
})

it('counts a tube that came after its window as received, but not in time', () => {
  const received = { ...at('07:01'), temperatureC: null }
  const metrics = factsOf([tube({ drawn: at('05:00'), received })]).map(([metric]) => metric)
  expect(metrics).toContain('tubes-received')
  expect(metrics).not.toContain('tubes-in-time')
})
