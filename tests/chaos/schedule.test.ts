import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Fault, faultKinds, planFaults, plans, thingsAffectedBy } from './schedule.ts'

const minute = 60_000
const seeds = fc.integer({ min: 0, max: 1_000_000 })

describe('the schedule of faults', () => {
  it('is the same for the same seed, and another for another one', () => {
    expect(planFaults(7, 5 * minute)).toEqual(planFaults(7, 5 * minute))
    expect(planFaults(7, 5 * minute)).not.toEqual(planFaults(8, 5 * minute))
  })

  it('has every kind of fault within five minutes', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const kinds = new Set(planFaults(seed, 5 * minute).map(({ kind }) => kind))
        expect([...kinds].toSorted()).toEqual(faultKinds.toSorted())
      }),
    )
  })

  it('never affects one thing by two faults at once, and heals each before the next of its kind', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const faults = planFaults(seed, 5 * minute)
        const overlapping = faults.flatMap((one, index) =>
          faults.slice(index + 1).filter((other) => overlaps(one, other) && affectSame(one, other)),
        )
        expect(overlapping).toEqual([])
      }),
    )
  })

  it('is in order of time and heals all before the end', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 10_000, max: 5 * minute }), (seed, runMs) => {
        const faults = planFaults(seed, runMs)
        expect(faults.map(({ at }) => at)).toEqual(faults.map(({ at }) => at).toSorted((a, b) => a - b))
        expect(faults.filter(({ at, duration }) => at < 0 || at + duration > runMs)).toEqual([])
      }),
    )
  })

  it('keeps the times of a kind when another kind is not possible, unless they affect the same thing', () => {
    const flushes = (faults: Fault[]) => faults.filter(({ kind }) => kind === 'redis-flush')
    const { 'full-data-dir': _, 'full-postgres-disk': __, ...withoutDisks } = plans
    expect(flushes(planFaults(3, 5 * minute, withoutDisks))).toEqual(flushes(planFaults(3, 5 * minute)))
  })
})

function overlaps(one: Fault, other: Fault): boolean {
  return other.at <= one.at + one.duration && one.at <= other.at + other.duration
}

function affectSame(one: Fault, other: Fault): boolean {
  const things = new Set(thingsAffectedBy(one.kind, one.target))
  return thingsAffectedBy(other.kind, other.target).some((thing) => things.has(thing))
}
