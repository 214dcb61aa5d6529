import { randomUUID } from 'node:crypto'
import { istDate } from '@jaanch/contracts/calendar'
import { LogUnavailableError } from '@jaanch/eventlog/append'
import { createLimitedLab } from '@jaanch/tests/support/capacities'
import { type Client, createClient, refusal } from '@jaanch/tests/support/client'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { placedBy } from '@jaanch/tests/support/events'
import { addFamilyMember } from '@jaanch/tests/support/family'
import { tomorrow } from '@jaanch/tests/support/inputs'
import { createLimitedLabs, type LimitedLab } from '@jaanch/tests/support/limited-labs'
import { bookingInput, type Customer, createCustomer, createPackage } from '@jaanch/tests/support/people'
import { uploadPrescription } from '@jaanch/tests/support/prescriptions'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { bookingCalls } from '../api.ts'
import { bookingLimits } from '../limits.ts'
import { createPlaces } from './places.ts'

const full = refusal('slot-full')

/** Each test takes the next lab, with its own PIN code. */
const it = stackTest({ workers: false })
  .extend('labs', { scope: 'file' }, ({ stack }) => createLimitedLabs(stack, 11))
  .extend('limited', ({ labs }) => labs.shift() as LimitedLab)

async function book(at: LimitedLab, who: Customer, packageId: string, change: Record<string, unknown> = {}) {
  const body = bookingInput(packageId, await at.addressOf(who), change)
  return who.client.ask(bookingCalls.placeBooking, { body })
}

/** The place that an event records */
async function recordedPlace({ database }: Stack, id: string): Promise<unknown> {
  const { rows } = await database.asOwner(
    `select data -> 'place' as place from log.events where stream_id = $1 and version = 1`,
    [`booking-${id}`],
  )
  return rows[0]?.place
}

const createCustomers = (stack: Stack, count: number) =>
  Promise.all(Array.from({ length: count }, () => createCustomer(stack)))

describe('a booking where labs declared limits', () => {
  it('takes a place, which its event names and nobody sees; without a free place, or by another rule, it is refused and takes none', async ({
    stack,
    customer,
    packageId,
    limited,
  }) => {
    const { status, body } = await book(limited, customer, packageId)
    expect(status).toBe(201)
    expect(await limited.taken()).toEqual([{ id: body.id, bookings: 1, customerId: customer.id }])
    expect(await recordedPlace(stack, body.id)).toEqual({
      labPartnerId: limited.labPartnerId,
      date: tomorrow(),
      slot: 2,
    })
    expect(body).toMatchObject({ labPartnerId: null, visitId: null })
    expect(JSON.stringify(body)).not.toContain(limited.labPartnerId)
    const someone = await createCustomer(stack)
    expect(await book(limited, someone, packageId)).toMatchObject(full)
    const past = { scheduledDate: '2001-01-01' }
    expect(await book(limited, someone, packageId, past)).toMatchObject(refusal('date-past'))
    expect(await placedBy(stack, someone)).toBe(0)
    expect(await limited.taken()).toHaveLength(1)
    expect(await limited.taken('2001-01-01')).toEqual([])
    expect((await book(limited, someone, packageId, { scheduledTime: '10:00-12:00' })).status).toBe(201)
  })

  it('takes the place that its customer holds, also when there is no other', async ({
    stack,
    customer,
    otherCustomer,
    packageId,
    limited,
  }) => {
    const holdId = await limited.hold(customer)
    expect(await book(limited, otherCustomer, packageId)).toMatchObject(full)
    expect(await book(limited, otherCustomer, packageId, { holdId })).toMatchObject(full)
    const { status, body } = await book(limited, customer, packageId, { holdId })
    expect(status).toBe(201)
    expect(await limited.taken()).toEqual([{ id: body.id, bookings: 1, customerId: customer.id }])
    expect(await recordedPlace(stack, body.id)).toMatchObject({ labPartnerId: limited.labPartnerId })
  })

  it('takes another place if the hold is of another slot or area, unknown, or has expired', async ({
    customer,
    packageId,
    limited,
    labs,
  }) => {
    await limited.setVisits(5)
    const elsewhere = labs.shift() as LimitedLab
    const there = await elsewhere.hold(customer)
    const other = await limited.hold(customer, 600, 3)
    const expired = await limited.hold(customer, 0)
    for (const holdId of [other, there, expired, randomUUID(), null]) {
      expect((await book(limited, customer, packageId, { holdId })).status).toBe(201)
    }
    expect((await limited.taken()).map(({ bookings }) => bookings)).toEqual([1, 1, 1, 1, 1])
    expect(await elsewhere.taken()).toMatchObject([{ id: there, bookings: 0 }])
    expect(await limited.taken(tomorrow(), 3)).toMatchObject([{ id: other, bookings: 0 }])
  })

  it('takes no place of a lab that does not do its test, not even one that is held', async ({
    stack,
    customer,
    limited,
  }) => {
    const packageId = await createPackage(stack.database)
    await stack.database.asOwner(
      'update lab_capacities set excluded_package_ids = array[$2::uuid] where lab_partner_id = $1',
      [limited.labPartnerId, packageId],
    )
    const holdId = await limited.hold(customer)
    expect(await book(limited, customer, packageId, { holdId })).toMatchObject(full)
    expect(await limited.taken()).toMatchObject([{ id: holdId, bookings: 0 }])
  })

  it('gets each of the last places once, of fifty requests with and without holds that expire meanwhile', async ({
    stack,
    packageId,
    limited,
  }) => {
    await limited.setVisits(5)
    const people = await createCustomers(stack, 10)
    const holds = await Promise.all([
      ...people.slice(0, 3).map((who) => limited.hold(who)),
      ...people.slice(3, 5).map((who) => limited.hold(who, 0.15)),
    ])
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        const holdId = holds[n % 10]
        return book(limited, people[n % 10] as Customer, packageId, { holdId })
      }),
    )
    const booked = answers.filter(({ status }) => status === 201).length
    for (const answer of answers) if (answer.status !== 201) expect(answer).toMatchObject(full)
    expect(await placedBy(stack, ...people)).toBe(booked)
    // some may have been refused while a hold was there that expired unused
    while ((await book(limited, people[9] as Customer, packageId)).status === 201);
    expect((await limited.taken()).filter(({ bookings }) => bookings > 0)).toHaveLength(5)
    expect(await placedBy(stack, ...people)).toBe(5)
  })

  it('is one visit for a request that is repeated, also eight times at once through two processes for the last place', async ({
    stack,
    packageId,
    limited,
  }) => {
    const who = await createCustomer(stack)
    const { id: familyMemberId } = await addFamilyMember(who)
    const items = [{ packageIds: [packageId] }, { packageIds: [packageId], familyMemberId }]
    const { packageId: _, ...input } = bookingInput('', await limited.addressOf(who))
    const idempotencyKey = randomUUID()
    const clients = [who.client, createClient(await stack.anotherApi(), who.token)]
    const ask = (n: number, body = { ...input, items }) =>
      (clients[n % 2] as Client).ask(bookingCalls.placeBooking, { body, idempotencyKey })
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => ask(n)))
    const [first] = answers
    for (const answer of [...answers, await ask(0)])
      expect(answer).toMatchObject({ status: 201, body: first?.body })
    expect(await placedBy(stack, who)).toBe(2)
    expect(await limited.taken()).toMatchObject([{ id: first?.body.visitId, bookings: 2 }])
    const other = { ...input, items: items.slice(0, 1) }
    expect(await ask(0, other)).toMatchObject(refusal('key-reused'))
  })

  it('leaves a place that expires if the process dies before it is recorded', async ({
    stack,
    customer,
    packageId,
    limited,
  }) => {
    const visit = {
      area: { pincode: limited.pincode, city: 'Nowhere' },
      customerId: customer.id,
      packageIds: [packageId],
      slots: [{ date: tomorrow(), slot: 2 }],
      isInstant: false,
    }
    const log = { warn: () => {} }
    const limitedAreas = { mayLimit: async () => true }
    const limits = bookingLimits
    const places = createPlaces({ logDb: stack.database.pool, log, limitedAreas, limits }).ofRequest()
    await places.take(visit, ['a request whose process dies now'])
    const expireIn = (time: string) =>
      stack.database.asOwner(
        `with held as (select id, expires_at from visit_places where lab_partner_id = $1 for update)
         update visit_places v set expires_at = clock_timestamp() + $2::interval from held where v.id = held.id
         returning held.expires_at < clock_timestamp() + interval '61 seconds' as "isShort"`,
        [limited.labPartnerId, time],
      )
    expect((await expireIn('1 hour')).rows).toEqual([{ isShort: true }])
    expect(await book(limited, customer, packageId)).toMatchObject(full)
    await expireIn('0')
    expect((await book(limited, customer, packageId)).status).toBe(201)
  })
})

describe('an order from a prescription', () => {
  it('takes a place, which is free again when the order is declined', async ({
    stack,
    admin,
    packageId,
    limited,
  }) => {
    const customer = await createCustomer(stack)
    await limited.addressOf(customer)
    const propose = async () =>
      admin.client.ask(bookingCalls.placeBooking, {
        body: {
          customerId: customer.id,
          packageId,
          prescriptionId: (await uploadPrescription(customer)).id,
          scheduledDate: '2031-12-05',
          totalAmount: 499,
          finalAmount: 499,
        },
      })
    const { status, body } = await propose()
    expect(status).toBe(201)
    expect(await limited.taken('2031-12-05')).toMatchObject([{ id: body.id, bookings: 1 }])
    expect(await propose()).toMatchObject(
      refusal(
        'slot-full',
        'No lab has a free visit on Friday, 5 December 2031 from 8 am to 10 am. Please choose another date.',
      ),
    )
    await customer.client.call(bookingCalls.declineOrder, { params: { id: body.id } })
    expect(await limited.taken('2031-12-05')).toEqual([])
    expect((await propose()).status).toBe(201)
  })
})

describe('an instant visit', () => {
  it('takes a place of a lab that comes within hours, in two hours or else in four', async ({
    stack,
    customer,
    packageId,
    limited,
  }) => {
    const today = istDate(new Date())
    const morning = await stack.anotherApi({ now: () => new Date(`${today}T09:30:00+05:30`) })
    const evening = await stack.anotherApi({ now: () => new Date(`${today}T21:00:00+05:30`) })
    const addressId = await limited.addressOf(customer)
    const body = bookingInput(packageId, addressId, { collectionType: 'instant' })
    const ask = (url: string) => createClient(url, customer.token).ask(bookingCalls.placeBooking, { body })
    const unavailable = refusal('instant-unavailable')
    expect(await ask(morning)).toMatchObject(unavailable)
    await stack.database.asOwner('update lab_capacities set instant = true where lab_partner_id = $1', [
      limited.labPartnerId,
    ])
    const [first, second] = [await ask(morning), await ask(morning)]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(await limited.taken(today, 3)).toMatchObject([{ id: first.body.id, bookings: 1 }])
    expect(await limited.taken(today, 4)).toMatchObject([{ id: second.body.id, bookings: 1 }])
    expect(await ask(morning)).toMatchObject(unavailable)
    expect(await ask(evening)).toMatchObject(unavailable)
  })
})

// a database of its own, in which no other statement waits for a lock
const database = useTestDatabase()

/** A request that has taken the only place of a lab, and books with `run`. @returns how many visits and holds the lab has then */
async function heldAfter(run: () => Promise<{ isNew: boolean }>): Promise<number> {
  const { labPartnerId, pincode } = await createLimitedLab(database, { visits: 1 })
  const places = createPlaces({
    logDb: database.pool,
    limitedAreas: { mayLimit: async () => true },
    limits: bookingLimits,
    log: { warn: () => {} },
  }).ofRequest()
  const wanted = {
    area: { pincode, city: '' },
    customerId: randomUUID(),
    packageIds: [],
    slots: [{ date: tomorrow(), slot: 2 }],
    isInstant: false,
  }
  await places
    .book(async () => {
      await places.take(wanted, [randomUUID()])
      return run()
    })
    .catch(() => {})
  const { rowCount } = await database.pool.query('select from visit_places where lab_partner_id = $1', [
    labPartnerId,
  ])
  return rowCount ?? 0
}

/** @returns how many statements of this database wait for a lock: the server has databases of other tests */
async function countWaiting(): Promise<number | null> {
  const { rowCount } = await database.pool.query(
    `select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`,
  )
  return rowCount
}

describe('the place that a request holds for itself', () => {
  it('stays held while it is unknown whether the booking was recorded: the append may still run', async () => {
    expect(await heldAfter(() => Promise.reject(new LogUnavailableError('No answer in time')))).toBe(1)
  })

  it('is given up when nothing was booked', async () => {
    expect(await heldAfter(() => Promise.reject(new Error('refused')))).toBe(0)
    expect(await heldAfter(async () => ({ isNew: false }))).toBe(0)
    expect(await heldAfter(async () => ({ isNew: true }))).toBe(1)
  })

  it('is given up although the log has not yet rolled back the booking that it refused', async () => {
    const client = await database.pool.connect()
    const isRolledBack = (async () => {
      await expect.poll(countWaiting).toBe(1)
      await client.query('rollback')
    })()
    const refused = heldAfter(async () => {
      await client.query('begin')
      await client.query('update visit_places set bookings = 1 where bookings = 0')
      throw new Error('refused')
    })
    expect(await refused).toBe(0)
    await isRolledBack.finally(() => client.release())
  })
})
