import { bookingDecider } from '@jaanch/booking/decider'
import type { BookingEvent } from '@jaanch/booking/events'
import { cbc, historyTo, now, orderNumber, uuid } from '@jaanch/booking/testing/bookings'
import { fold } from '@jaanch/contracts/decider'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CustodyStepCommand } from './commands.ts'
import type { RecordedBy } from './custody.ts'
import { planTubes } from './stability.ts'

const [collector, technician] = [uuid(91), uuid(92)] as [string, string]
const plan = planTubes([
  { id: cbc.packageId, specimens: [{ specimen: 'Blood', container: 'EDTA lavender' }], parameters: [] },
])
const second = 1_000
const identify = { type: 'identify', method: 'name-and-birth-date' } as const
const tubes = [1]
/** In the order in which they happen */
const steps: readonly CustodyStepCommand[] = [
  { type: 'arrive' },
  { ...identify, isConfirmed: false },
  { ...identify, isConfirmed: true },
  { type: 'draw', tubes: [{ number: 1 }] },
  { type: 'handOver', tubes },
  { type: 'receive', tubes },
  { type: 'accept', tubes },
]
const order = [
  'CollectorArrived',
  'IdentityChecked',
  'TubesDrawn',
  'TubesHandedOver',
  'TubesReceived',
  'TubesAccepted',
]
/** In which order servers can learn of them */
const deliveries = [
  [0, 1, 2, 3, 4, 5, 6],
  [5, 0, 1, 2, 3, 4, 6],
  [1, 2, 3, 5, 0, 6, 4],
]
const aheadSeconds = fc.array(fc.constantFrom(-60, 0, 60), {
  minLength: steps.length,
  maxLength: steps.length,
})

it('the steps of a tube have times in their order, whichever server learns of each, though the clocks of the servers differ by a minute', () => {
  fc.assert(
    fc.property(fc.constantFrom(...deliveries), aheadSeconds, (delivery, ahead) => {
      const log: { event: BookingEvent; at: number }[] = [
        ...historyTo.confirmed,
        { type: 'OrderCreated' as const, data: { orderNumber } },
      ].map((event) => ({ event, at: now.getTime() }))
      for (const [n, index] of delivery.entries()) {
        const step = steps[index] as CustodyStepCommand
        const at = now.getTime() + (10 + n) * second
        const decision = bookingDecider.decide(
          fold(
            bookingDecider,
            log.map(({ event }) => event),
          ),
          {
            type: 'custody',
            ...{ plan, step },
            by: index < 5 ? collector : technician,
            tenure: { from: now.toISOString(), until: null },
            deviceAt: new Date(now.getTime() + (1 + index) * second).toISOString(),
            offsetMs: 0,
            lastRecordedAt: new Date(log.at(-1)?.at ?? 0).toISOString(),
          },
          new Date(at + (ahead[n] ?? 0) * second),
        )
        if ('refused' in decision) throw new Error(`${step.type}: ${decision.refused}`)
        log.push(...decision.events.map((event) => ({ event, at })))
      }
      const times = log
        .flatMap(({ event: { type, data } }) =>
          // a mismatch has no place in the order: it decides only whether a confirmation counts, which the draw needs
          'recorded' in data && !('isConfirmed' in data && !data.isConfirmed)
            ? [{ type, at: (data.recorded as RecordedBy).at }]
            : [],
        )
        .toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type))
        .map(({ at }) => at)
      expect(times).toHaveLength(order.length)
      expect(times).toEqual(times.toSorted())
    }),
    { numRuns: 300 },
  )
})
