import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { createSessionTokens } from '@jaanch/api/auth/session-tokens'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { slotRoutes } from '@jaanch/contracts/http/slots'
import { createRandom, type Random } from '@jaanch/infra/local/demo/random'
import { comparePlaces } from '@jaanch/operations/places/compare-places'
import { createLimitedLab, type LimitedLab, tomorrow } from '@jaanch/tests/support/capacities'
import { createClient } from '@jaanch/tests/support/client'
import { bookingInput, createPackage, createUser } from '@jaanch/tests/support/people'
import { untilProjected } from '@jaanch/tests/support/read-tables'
import { type ServiceProcess, startService } from '@jaanch/tests/support/service-process'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import getPort from 'get-port'
import { describe, expect } from 'vitest'

const capacity = 5
const callers = 50
const rounds = 1
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

/** A process refuses those that the repository contains */
const secret = randomUUID() + randomUUID()

/** An API as a process of its own, which can be killed */
async function startOwnApi({ database, redisUrl }: Stack): Promise<ServiceProcess> {
  const env = {
    DATABASE_URL: database.serviceUrl,
    REDIS_URL: redisUrl,
    JWT_SECRET: secret,
    HOST: '127.0.0.1',
    LIMIT_SCALE: '100000',
    LOG_LEVEL: 'warn',
  }
  return startService('api', env, { port: await getPort() })
}

type Caller = { token: string; addressId: string }

type Round = {
  stack: Stack
  lab: LimitedLab
  packageId: string
  random: Random
  urls: readonly string[]
}

/** A customer with an address at the lab's PIN code */
async function createCaller({ database }: Stack, { pincode }: LimitedLab): Promise<Caller> {
  const [id, addressId] = [await createUser(database, 'customer'), randomUUID()]
  await database.asOwner(
    `insert into customer_addresses (id, customer_id, label, address_line1, city, state, pincode, phone)
     values ($1, $2, 'Home', '12 MG Road', 'Nowhere', 'Gujarat', $3, '98765 43210')`,
    [addressId, id, pincode],
  )
  const user = { id, role: 'customer', tokenVersion: 1, labPartnerId: null } as const
  const token = createSessionTokens(secret).issue(user, { id, lifetimeMs: 24 * 60 * 60_000 }, 'session')
  return { token, addressId }
}

/** Holds the slot. After a lost answer the same request is sent to the other API, or the customer goes away. @returns the hold's id */
async function hold({ urls, lab, random }: Round, { token }: Caller): Promise<string | undefined> {
  const key = randomUUID()
  const body = { pincode: lab.pincode, date: tomorrow(), time, packageIds: [] }
  for (const url of random.chance(0.5) ? urls : urls.toReversed()) {
    try {
      const answer = await createClient(url, token).ask(slotRoutes.holdSlot, { body, idempotencyKey: key })
      // a busy API: the other one is asked
      if (answer.status === 503) continue
      expect([201, 409], JSON.stringify(answer.body)).toContain(answer.status)
      return answer.status === 201 ? answer.body.id : undefined
    } catch (error) {
      // the API was killed: fetch fails
      if (!(error instanceof TypeError)) throw error
      if (random.chance(0.3)) return undefined
    }
  }
  return undefined
}

/** Books the slot, with a hold or without. As `hold`. @returns whether it was acknowledged */
async function book({ urls, random, packageId }: Round, { token, addressId }: Caller, holdId: string | null) {
  const idempotencyKey = randomUUID()
  const body = bookingInput(packageId, addressId, { scheduledTime: time, holdId })
  for (const url of [...urls, ...urls]) {
    try {
      const { status } = await createClient(url, token).ask(bookingRoutes.placeBooking, {
        body,
        idempotencyKey,
      })
      if (status === 201) return true
      if (status === 409) return false
      expect(status, 'the outcome is unknown').toBe(503)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
    if (random.chance(0.2)) return false
  }
  return false
}

/** @returns whether a booking was acknowledged */
async function call(round: Round, caller: Caller): Promise<boolean> {
  const { random, stack, urls } = round
  const way = random.pick(ways)
  if (way === 'book without a hold') return book(round, caller, null)
  const held = await hold(round, caller)
  if (!held) return false
  const expire = (ms: number) =>
    stack.database.pool.query(
      `update visit_places set expires_at = clock_timestamp() + $2::interval where id = $1 and bookings = 0`,
      [held, `${ms} ms`],
    )
  switch (way) {
    case 'book':
      return book(round, caller, held)
    case 'book as it expires':
      await expire(random.between(0, 20))
      await setTimeout(random.between(0, 20))
      return book(round, caller, held)
    case 'give up':
      await createClient(urls[0] as string, caller.token).call(slotRoutes.releaseSlot, {
        params: { id: held },
      })
      return false
    case 'let expire':
      await expire(random.between(0, 50))
      return false
    case 'abandon':
      return false
  }
}

async function takenNow({ stack, lab }: Round): Promise<number> {
  const { rows } = await stack.database.pool.query(
    `select count(*) as n from visit_places
      where lab_partner_id = $1 and (expires_at is null or expires_at > clock_timestamp())`,
    [lab.labPartnerId],
  )
  return rows[0].n
}

/** Ends the connections that append: statements that were sent have an unknown outcome and are sent again. */
const cutAppenders = ({ stack }: Round) =>
  stack.database.asOwner(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'api append' and datname = current_database()",
  )

async function placedAt({ stack, lab }: Round): Promise<string[]> {
  const { rows } = await stack.database.asOwner(
    `select data ->> 'bookingId' as id from log.events
      where type = 'BookingPlaced' and data -> 'place' ->> 'labPartnerId' = $1 order by 1`,
    [lab.labPartnerId],
  )
  return rows.map(({ id }) => id)
}

describe('the last places of a slot', () => {
  // an API starts as a process
  const timeout = 240_000
  it(`${callers} callers never get more than ${capacity}, and none is lost, whatever expires or is killed`, {
    timeout,
  }, async ({ stack }) => {
    const packageId = await createPackage(stack.database)
    for (let n = 0; n < rounds; n += 1) {
      const seed = String(randomInt(1e9))
      // before the APIs look where anything is limited
      const lab = await createLimitedLab(stack.database, { visits: capacity })
      const people = await Promise.all(Array.from({ length: callers }, () => createCaller(stack, lab)))
      const here = await stack.anotherApi({ jwtSecret: secret })
      const own = await startOwnApi(stack)
      const round: Round = { stack, lab, packageId, random: createRandom(seed), urls: [here, own.url] }
      let most = 0
      let isOver = false
      const watching = (async () => {
        while (!isOver) most = Math.max(most, await takenNow(round))
      })()
      const killing = (async () => {
        await setTimeout(round.random.between(0, 150))
        await cutAppenders(round)
        await own.kill()
      })()
      const acknowledged = (await Promise.all(people.map((caller) => call(round, caller)))).filter(
        Boolean,
      ).length
      await killing
      isOver = true
      await watching
      expect(most, `seed ${seed}`).toBeLessThanOrEqual(capacity)

      // each recorded booking has its place, and each place its booking
      const { rows } = await stack.database.pool.query<{ id: string }>(
        'select id from visit_places where lab_partner_id = $1 and bookings > 0 order by id',
        [lab.labPartnerId],
      )
      const sold = rows.map(({ id }) => id)
      expect(sold, `seed ${seed}`).toEqual(await placedAt(round))
      // a customer who went away may have booked
      expect(sold.length, `seed ${seed}`).toBeGreaterThanOrEqual(acknowledged)
      await untilProjected(stack.database)
      const { places, counts } = await comparePlaces(stack.database.pool)
      const wrong = [...places, ...counts].filter((row) => JSON.stringify(row).includes(lab.labPartnerId))
      expect(wrong, `seed ${seed}`).toEqual([])

      // what was held and not booked can be sold again, up to the capacity
      await stack.database.pool.query(
        'update visit_places set expires_at = clock_timestamp() where bookings = 0 and lab_partner_id = $1',
        [lab.labPartnerId],
      )
      const free = capacity - sold.length
      const alone = { ...round, urls: [here] }
      for (let left = free; left > 0; left -= 1) {
        const caller = people[left] as Caller
        const held = await hold(alone, caller)
        expect(held && (await book(alone, caller, held)), `seed ${seed}, ${left} left`).toBe(true)
      }
      expect(await hold(alone, people[0] as Caller), `seed ${seed}`).toBeUndefined()
      expect(await takenNow(round)).toBe(capacity)
    }
  })
})
