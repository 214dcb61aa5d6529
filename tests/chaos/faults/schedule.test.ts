import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Plan, planFaults } from './schedule.ts'

const minute = 60_000
const plans: Record<string, Plan> = {
  kill: { every: 6, recovers: 4, targets: ['api-1', 'workers-1'] },
  freeze: { every: 25, lasts: [15, 15], recovers: 3, targets: ['api-1', 'workers-1'] },
  crash: { every: 50, recovers: 12, affects: 'postgres' },
  'full disk': { every: 80, lasts: [4, 8], recovers: 12, affects: 'postgres' },
  flush: { every: 15, recovers: 1, affects: 'redis' },
}
const thingOf = ({ kind, target }: { kind: string; target: string }) => plans[kind]?.affects ?? target

describe('The schedule of faults', () => {
  it('is the same for the same seed, and differs for another seed', () => {
    expect(planFaults(7, 5 * minute, plans)).toEqual(planFaults(7, 5 * minute, plans))
    expect(planFaults(7, 5 * minute, plans)).not.toEqual(planFaults(8, 5 * minute, plans))
  })

  it('has each kind within five minutes, heals all before the end, and never affects one thing twice at once', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), (seed) => {
        const faults = planFaults(seed, 5 * minute, plans)
        expect(new Set(faults.map(({ kind }) => kind)).size).toBe(Object.keys(plans).length)
        expect(faults.filter(({ at, duration }) => at + duration > 5 * minute)).toEqual([])
        const overlapping = faults.filter((one, index) =>
          faults
            .slice(0, index)
            .some(
              (other) =>
                one.at <= other.at + other.duration &&
                (one.kind === other.kind || thingOf(one) === thingOf(other)),
            ),
        )
        expect(overlapping).toEqual([])
      }),
    )
  })
})
