import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { bookingCalls } from '@jaanch/booking/api'
import { slotCalls } from '@jaanch/booking/slots/api'
import { createRandom, type Random } from '@jaanch/infra/local/demo/random'
import { createLimitedLab, type LimitedLab, tomorrow } from '@jaanch/tests/support/capacities'
import { comparePlaces } from '@jaanch/tests/support/compare-places'
import { bookingInput, type Customer, createCustomer, createPackage } from '@jaanch/tests/support/people'
import { untilProjected } from '@jaanch/tests/support/read-tables'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { expect } from 'vitest'

const capacity = 5
const callers = 50
const time = '08:00-10:00'
/** Ways in which a customer uses a hold */
const ways = [
  'book',
  'book without a hold',
  'book as it expires',
  'give up',
  'let expire',
  'abandon',
] as const

const it = stackTest({ workers: false })

type Round = { stack: Stack; lab: LimitedLab; packageId: string; random: Random }

/** A customer with an address at the lab's PIN code */
async function createCaller(stack: Stack, { pincode }: LimitedLab): Promise<Customer> {
  const customer = await createCustomer(stack)
  const move = 'update customer_addresses set pincode = $1 where id = $2'
  await stack.database.asOwner(move, [pincode, customer.addressId])
  return customer
}

/** @returns the hold's id; undefined if no place is free */
async function hold({ lab }: Round, { client }: Customer): Promise<string | undefined> {
  const body = { pincode: lab.pincode, date: tomorrow(), time, packageIds: [] }
  const answer = await repeat(() => client.ask(slotCalls.holdSlot, { body, idempotencyKey: randomUUID() }))
  expect([201, 409], JSON.stringify(answer.body)).toContain(answer.status)
  return answer.status === 201 ? answer.body.id : undefined
}

/** @returns whether the booking was acknowledged */
async function book({ packageId }: Round, { client, addressId }: Customer, holdId: string | null) {
  const body = bookingInput(packageId, addressId, { scheduledTime: time, holdId })
  const idempotencyKey = randomUUID()
  const answer = await repeat(() => client.ask(bookingCalls.placeBooking, { body, idempotencyKey }))
  expect([201, 409], JSON.stringify(answer.body)).toContain(answer.status)
  return answer.status === 201
}

/** Sends the same request again while the API answers 503. */
async function repeat<A extends { status: number }>(ask: () => Promise<A>): Promise<A> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
    await setTimeout(50)
  }
}

/** @returns whether a booking was acknowledged */
async function call(round: Round, caller: Customer): Promise<boolean> {
  const { random, stack } = round
  const way = random.pick(ways)
  if (way === 'book without a hold') return book(round, caller, null)
  const held = await hold(round, caller)
  if (!held || way === 'abandon') return false
  if (way === 'book') return book(round, caller, held)
  if (way === 'give up') {
    await caller.client.call(slotCalls.releaseSlot, { params: { id: held } })
    return false
  }
  await stack.database.pool.query(
    `update visit_places set expires_at = clock_timestamp() + $2::interval where id = $1 and bookings = 0`,
    [held, `${random.between(0, 20)} ms`],
  )
  if (way === 'let expire') return false
  await setTimeout(random.between(0, 20))
  return book(round, caller, held)
}

async function countTaken({ stack, lab }: Round): Promise<number> {
  const { rows } = await stack.database.pool.query(
    `select count(*)::int as n from visit_places
      where lab_partner_id = $1 and (expires_at is null or expires_at > clock_timestamp())`,
    [lab.labPartnerId],
  )
  return rows[0].n
}

it(`${callers} customers never get more than the ${capacity} places of a slot, and none is lost, whatever expires or loses its connection`, async ({
  stack,
}) => {
  const { database } = stack
  const packageId = await createPackage(database)
  const seed = String(randomInt(1e9))
  const lab = await createLimitedLab(database, { visits: capacity })
  const people = await Promise.all(Array.from({ length: callers }, () => createCaller(stack, lab)))
  const round: Round = { stack, lab, packageId, random: createRandom(seed) }
  let most = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) most = Math.max(most, await countTaken(round))
  })()
  const calling = Promise.all(people.map((caller) => call(round, caller)))
  await setTimeout(round.random.between(0, 150))
  // the outcome of the appends that were sent is unknown then, and they are sent again
  await database.asOwner(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'api append' and datname = current_database()",
  )
  const acknowledged = (await calling).filter(Boolean).length
  isOver = true
  await watching
  expect(most, `seed ${seed}`).toBeLessThanOrEqual(capacity)

  // each recorded booking has its place, and each place its booking
  const sold = await database.asOwner(
    'select id from visit_places where lab_partner_id = $1 and bookings > 0 order by id',
    [lab.labPartnerId],
  )
  const placed = await database.asOwner(
    `select data ->> 'bookingId' as id from log.events
      where type = 'BookingPlaced' and data -> 'place' ->> 'labPartnerId' = $1 order by 1`,
    [lab.labPartnerId],
  )
  expect(sold.rows, `seed ${seed}`).toEqual(placed.rows)
  expect(sold.rows.length, `seed ${seed}`).toBe(acknowledged)
  await untilProjected(database)
  const { places, counts } = await comparePlaces(database.pool)
  const wrong = [...places, ...counts].filter((row) => JSON.stringify(row).includes(lab.labPartnerId))
  expect(wrong, `seed ${seed}`).toEqual([])

  // what was held and not booked can be sold again, up to the capacity
  await database.pool.query(
    'update visit_places set expires_at = clock_timestamp() where bookings = 0 and lab_partner_id = $1',
    [lab.labPartnerId],
  )
  for (let left = capacity - acknowledged; left > 0; left -= 1) {
    const caller = people[left] as Customer
    const held = await hold(round, caller)
    expect(held && (await book(round, caller, held)), `seed ${seed}, ${left} left`).toBe(true)
  }
  expect(await hold(round, people[0] as Customer), `seed ${seed}`).toBeUndefined()
  expect(await countTaken(round)).toBe(capacity)
})
