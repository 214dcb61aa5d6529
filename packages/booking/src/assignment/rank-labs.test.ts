import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Candidate,
  candidateOf,
  type LabCapacity,
  type LabFacts,
  rankLabs,
  type VisitToAssign,
} from './rank-labs.ts'

const nullable = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null })

const candidate: fc.Arbitrary<Candidate> = fc
  .record({
    labPartnerId: fc.uuid(),
    area: fc.constantFrom('pincode', 'city', 'undeclared'),
    free: nullable(fc.nat(20)),
    km: nullable(fc.double({ min: 0, max: 3_000, noNaN: true })),
    medianHours: nullable(fc.double({ min: 0, max: 500, noNaN: true })),
    rating: nullable(fc.record({ mean: fc.double({ min: 1, max: 5, noNaN: true }), reviews: fc.nat(500) })),
    load: nullable(fc.double({ min: 0, max: 1, noNaN: true })),
    place: fc.constant(null),
  })
  .map((each) => each as Candidate)
const candidates = fc.uniqueArray(candidate, { selector: (each) => each.labPartnerId, maxLength: 12 })
const km = fc.double({ min: 0, max: 3_000, noNaN: true })

const placeOf = (labs: readonly Candidate[], id: string) =>
  rankLabs(labs).findIndex(({ labPartnerId }) => labPartnerId === id)

/** Whether the first of the labs is not placed worse with these changes */
function isNeverWorse(
  labs: readonly Candidate[],
  better: Partial<Candidate>,
  worse: Partial<Candidate>,
): boolean {
  const [lab, ...others] = labs
  if (!lab) return true
  const place = (change: Partial<Candidate>) => placeOf([{ ...lab, ...change }, ...others], lab.labPartnerId)
  return place(better) <= place(worse)
}

describe('the ranking of labs', () => {
  it('never places a lab worse because it is nearer, faster, better rated, or has more free visits', () => {
    fc.assert(
      fc.property(candidates, km, km, fc.nat(20), fc.nat(20), (labs, a, b, m, n) => {
        const [near, far] = [Math.min(a, b), Math.max(a, b)]
        const [few, many] = [Math.min(m, n), Math.max(m, n)]
        const stars = (value: number) => ({ rating: { mean: 1 + value / 5, reviews: 9 } })
        expect(isNeverWorse(labs, { km: near }, { km: far })).toBe(true)
        expect(isNeverWorse(labs, { medianHours: near }, { medianHours: far })).toBe(true)
        expect(isNeverWorse(labs, stars(many), stars(few))).toBe(true)
        expect(isNeverWorse(labs, { free: many }, { free: few })).toBe(true)
        expect(isNeverWorse(labs, { load: near / 3_000 }, { load: far / 3_000 })).toBe(true)
        expect(isNeverWorse(labs, { area: 'pincode' }, { area: 'city' })).toBe(true)
        expect(isNeverWorse(labs, { area: 'city' }, { area: 'undeclared' })).toBe(true)
      }),
    )
  })

  it('never places a lab without a free visit before one with', () => {
    fc.assert(
      fc.property(candidates, (labs) => {
        const isFull = rankLabs(labs).map((lab) => lab.isFull)
        expect(isFull).toEqual(isFull.toSorted((one, other) => Number(one) - Number(other)))
      }),
    )
  })

  it('contains each lab once, and does not depend on the order of what was read', () => {
    fc.assert(
      fc.property(candidates, (labs) => {
        const ranked = rankLabs(labs)
        expect(ranked).toHaveLength(labs.length)
        expect(rankLabs(labs.toReversed())).toEqual(ranked)
      }),
    )
  })

  it('has scores from 0 to 100, and below 0 without a free visit', () => {
    fc.assert(
      fc.property(candidates, (labs) => {
        for (const { score, isFull } of rankLabs(labs)) {
          expect(score).toBeGreaterThanOrEqual(isFull ? -100 : 0)
          expect(score).toBeLessThanOrEqual(isFull ? 0 : 100)
        }
      }),
    )
  })

  it('gives its reasons, and none for what is not known; four reviews say nothing', () => {
    const [lab] = rankLabs([
      {
        labPartnerId: 'a',
        area: 'pincode',
        free: 3,
        km: 2.37,
        medianHours: 8.6,
        rating: { mean: 4.58, reviews: 12 },
        load: 0.4,
        place: null,
      },
    ])
    expect(lab?.reasons).toEqual([
      { code: 'serves-pincode', value: null },
      { code: 'distance', value: 2.4 },
      { code: 'turnaround', value: 9 },
      { code: 'free-places', value: 3 },
      { code: 'rating', value: 4.6, reviews: 12 },
      { code: 'load', value: 40 },
    ])
    const unknown = { km: null, medianHours: null, load: null, place: null, labPartnerId: 'b' }
    const [full] = rankLabs([{ ...unknown, area: 'city', free: 0, rating: { mean: 5, reviews: 4 } }])
    expect(full?.reasons.map(({ code }) => code)).toEqual(['full', 'serves-city'])
  })
})

describe('a lab', () => {
  const capacity: LabCapacity = {
    pincodes: ['395003'],
    cities: ['Pune'],
    limiting: { pincodes: [], cities: [] },
    weekdays: [1, 2, 3, 4, 5],
    slots: [0, 4, 4, 4, 4, 4],
    instant: false,
    excludedPackageIds: ['x'],
    daysOff: ['2026-03-11'],
  }
  const lab: LabFacts = {
    labPartnerId: 'lab',
    capacity,
    taken: [0, 1, 0, 0, 0, 4],
    km: null,
    medianHours: null,
    rating: null,
  }
  const visit: VisitToAssign = {
    id: 'visit',
    pincode: '395003',
    city: 'Surat',
    isInstant: false,
    slots: [{ date: '2026-03-10', slot: 2 }],
    packageIds: ['p'],
  }
  const on = (date: string, slot = 2) => ({ slots: [{ date, slot }] })

  it('has the visits of the slot that are not taken, and a share of its day', () => {
    expect(candidateOf(lab, visit)).toMatchObject({
      area: 'pincode',
      free: 3,
      load: 0.25,
      place: { labPartnerId: 'lab', date: '2026-03-10', slot: 2 },
    })
    expect(candidateOf(lab, { ...visit, pincode: '411001', city: 'Pune' })).toMatchObject({ area: 'city' })
    expect(candidateOf(lab, { ...visit, ...on('2026-03-10', 6) })).toMatchObject({ free: 0 })
    expect(candidateOf(lab, { ...visit, ...on('2026-03-10', 1) })).toMatchObject({ free: 0 })
  })

  it('that declared nothing is not limited', () => {
    expect(candidateOf({ ...lab, capacity: null }, visit)).toMatchObject({
      area: 'undeclared',
      free: null,
      place: null,
    })
    expect(candidateOf({ ...lab, capacity: null, km: 101 }, visit)).toBeUndefined()
  })

  it.each<[string, Partial<VisitToAssign>]>([
    ['in another area', { pincode: '110001', city: 'Delhi' }],
    ['at an unknown address', { pincode: null, city: null }],
    ['with a test that it does not do', { packageIds: ['p', 'x'] }],
    ['on a day off', on('2026-03-11')],
    ['on a weekday on which it does not work', on('2026-03-14')],
    ['that is instant, if it makes none', { isInstant: true }],
  ])('is not suggested for a visit %s', (_, change) => {
    expect(candidateOf(lab, { ...visit, ...change })).toBeUndefined()
  })

  it('takes an instant visit in the next slot if the first one is full', () => {
    const instant = { ...lab, capacity: { ...capacity, instant: true } }
    const slots = [5, 6].map((slot) => ({ date: '2026-03-10', slot }))
    const asked = { ...visit, isInstant: true, slots: slots.toReversed() }
    expect(candidateOf(instant, asked)).toMatchObject({ free: 4, place: { slot: 5 } })
    expect(candidateOf(instant, { ...asked, slots: [] })).toMatchObject({ free: 0, place: null })
  })
})

describe('the bound of the distance', () => {
  const nothing = { pincodes: [], cities: [] }
  const visit: VisitToAssign = {
    id: 'visit',
    pincode: '395003',
    city: 'Surat',
    isInstant: false,
    slots: [{ date: '2026-03-10', slot: 2 }],
    packageIds: [],
  }
  /** Any lab that can take the visit, as far as its distance does not matter */
  const facts = fc.record({
    labPartnerId: fc.uuid(),
    capacity: nullable(
      fc.record({
        pincodes: fc.constant(['395003']),
        cities: fc.constantFrom([], ['Surat']),
        limiting: fc.constant(nothing),
        weekdays: fc.constant([1, 2, 3, 4, 5, 6, 7]),
        slots: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 6, maxLength: 6 }),
        instant: fc.boolean(),
        excludedPackageIds: fc.constant([]),
        daysOff: fc.constant([]),
      }),
    ),
    taken: fc.constant([0, 0, 0, 0, 0, 0]),
    medianHours: nullable(fc.double({ min: 0, max: 500, noNaN: true })),
    rating: nullable(fc.record({ mean: fc.double({ min: 1, max: 5, noNaN: true }), reviews: fc.nat(500) })),
  })
  const within = fc.double({ min: 0, max: 100, noNaN: true })
  const beyond = fc.double({ min: 100.01, max: 3_000, noNaN: true })
  const consentedTo = (lab: LabFacts) =>
    lab.capacity && { ...lab.capacity, limiting: { ...nothing, pincodes: ['395003'] } }

  it('keeps every lab out that is farther away, whatever it declared, unless an admin consented to the area', () => {
    fc.assert(
      fc.property(facts, within, beyond, (lab, near, far) => {
        expect(candidateOf({ ...lab, km: near }, visit)).toBeDefined()
        expect(candidateOf({ ...lab, km: far }, visit)).toBeUndefined()
        const consented = candidateOf({ ...lab, km: far, capacity: consentedTo({ ...lab, km: far }) }, visit)
        expect(consented !== undefined).toBe(lab.capacity !== null)
      }),
    )
  })

  it('places a lab within it before any beyond it that can take the visit, whatever the other facts', () => {
    fc.assert(
      fc.property(facts, facts, within, beyond, (one, other, near, far) => {
        fc.pre(one.labPartnerId !== other.labPartnerId)
        const distant = { ...other, km: far }
        const candidates = [
          candidateOf({ ...distant, capacity: consentedTo(distant) }, visit),
          candidateOf({ ...one, km: near }, visit),
        ].filter((each) => each !== undefined)
        expect(rankLabs(candidates)[0]?.labPartnerId).toBe(one.labPartnerId)
      }),
    )
  })
})
