import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import type { Custody } from '@jaanch/contracts/custody'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { createRandom } from '@jaanch/infra/local/demo/random'
import { createLabPerson, createPackage, type Lab } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { simulate } from './simulation.ts'

/** Of 40 bookings some fail at the door, and some tubes are rejected, with an offer that is declined and others that are not */
const random = createRandom('simulation 15')

/** As a package of several tubes has them */
const specimens = [
  { specimen: 'Serum', container: 'SST' },
  { specimen: 'Whole blood', container: 'EDTA lavender' },
]

async function withCrew(stack: Stack, lab: Lab) {
  const person = (role: Parameters<typeof createLabPerson>[2]) => createLabPerson(stack, lab, role)
  const [meena, ravi, desk, technician] = [
    await person('collector'),
    await person('collector'),
    await person('front-desk'),
    await person('technician'),
  ]
  return { ...lab, crew: { collectors: [meena, ravi], desk: desk.token, technician: technician.token } }
}

const it = stackTest().extend(
  'participants',
  { scope: 'file' },
  async ({ stack, admin, customer, otherCustomer, lab, otherLab, packageId }) => {
    const ofTwoTubes = await createPackage(stack.database)
    const change = 'update packages set specimens = $1 where id = $2'
    await stack.database.asOwner(change, [JSON.stringify(specimens), ofTwoTubes])
    return {
      admin: admin.token,
      labs: [await withCrew(stack, lab), otherLab],
      packages: [packageId, ofTwoTubes].map((id) => ({ id, price: 499 })),
      customers: [customer, otherCustomer].map(({ token, addressId }) => ({
        ...{ email: '', token, addressId, city: 'Ahmedabad' as const },
      })),
    }
  },
)

/** @returns what is left to do for a booking's tubes, or why nothing will be done */
function stateOf({ tubes, arrived, identity, outcome }: Custody): string {
  if (outcome) return 'without a sample'
  if (!arrived || !identity || !tubes.every(({ drawn, handedOver }) => drawn && handedOver))
    return 'not collected'
  if (tubes.every(({ received, accepted, rejected }) => received && (accepted ?? rejected))) return 'decided'
  return tubes.some(({ received }) => received) ? 'not decided' : 'on the way'
}

describe('a simulation', () => {
  it('ends after its bookings without an error, and its collectors have made their visits', async ({
    participants,
    visitor,
    lab,
    otherLab,
  }) => {
    const plan = { rate: 100, seconds: 60, bookings: 40, random, signal: new AbortController().signal }
    const { errors, rounds, ...result } = await simulate(visitor, participants, plan, () => {})
    expect([...errors]).toEqual([])
    expect(result).toMatchObject({ placed: 40, skipped: 0, full: 0 })

    const read = async (of: Lab) => {
      const listed = await of.client.call(bookingRoutes.listBookings, { query: { limit: 500 } })
      const ids = listed.filter(({ status }) => status !== 'pending').map(({ id }) => id)
      return Promise.all(ids.map((id) => of.client.call(bookingRoutes.getBooking, { params: { id } })))
    }
    const bookings = (await read(lab)).flatMap(({ custody, ...booking }) =>
      custody ? [{ ...booking, custody, state: stateOf(custody) }] : [],
    )
    // complete for its status, or it says why not
    const ends = [
      'confirmed: without a sample',
      'sample-collection: on the way',
      'lab-processing: decided',
      'completed: decided',
    ]
    const states = bookings.map(({ status, state }) => `${status}: ${state}`)
    expect(states.filter((state) => !ends.includes(state))).toEqual([])
    const rejected = bookings.flatMap(({ custody }) => custody.tubes.filter((tube) => tube.rejected))
    expect(rounds).toEqual({
      visits: bookings.length,
      failed: bookings.filter(({ state }) => state === 'without a sample').length,
      rejected: rejected.length,
      recollected: bookings.filter(({ recollection }) => recollection).length,
    })
    expect(Math.min(...Object.values(rounds))).toBeGreaterThan(0)
    // the other lab has no collectors
    const byButtons = await read(otherLab)
    expect(byButtons.length).toBeGreaterThan(0)
    expect(byButtons.filter(({ custody }) => custody)).toEqual([])
  })

  it('ends after its duration', async ({ participants, visitor }) => {
    const plan = { rate: 20, seconds: 1, bookings: 1_000, random, signal: new AbortController().signal }
    const result = await simulate(visitor, participants, plan, () => {})
    // as many as its rate demands, also on a busy machine, which notices the end late
    expect(result.placed).toBe(20)
    expect(result.seconds).toBeGreaterThanOrEqual(1)
  })

  it('rejects other machines and an unlimited duration', () => {
    const run = (...options: string[]) => {
      const { status, stderr } = spawnSync(
        process.execPath,
        [resolve(import.meta.dirname, 'run.ts'), ...options],
        {
          encoding: 'utf8',
        },
      )
      return { status, stderr }
    }
    expect(run('--url', 'https://jaanch.example')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('only this machine'),
    })
    expect(run('--seconds', 'Infinity')).toMatchObject({ status: 2 })
  })
})
