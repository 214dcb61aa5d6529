import { randomUUID } from 'node:crypto'
import { bookingCalls } from '@jaanch/booking/api'
import type { BookingView } from '@jaanch/booking/booking-view'
import { uuid } from '@jaanch/booking/testing/bookings'
import type { Appender } from '@jaanch/eventlog/appender'
import { type NotificationView, notificationCalls } from '@jaanch/messages/api'
import { createClient } from '@jaanch/tests/support/client'
import { appendInOrder, customers, eventsOf, steps } from '@jaanch/tests/support/histories'
import { createCustomer, createUser, placeBooking, tokens } from '@jaanch/tests/support/people'
import { headOf, untilProjected } from '@jaanch/tests/support/read-tables'
import { closeSockets, connectTo, type Listening, listenTo } from '@jaanch/tests/support/sockets'
import type { Stack } from '@jaanch/tests/support/stack'
import { ownStackTest } from '@jaanch/tests/support/test'
import { forgetWork } from '@jaanch/tests/support/work'
import fc from 'fast-check'
import { afterEach, describe, expect, vi } from 'vitest'
import { catchUpLimit } from '../socket-api.ts'

// compares whole lists, which must not have more rows than the client reads; at the end, the log loses events
const it = ownStackTest({ workers: false }).extend(
  'epoch',
  { scope: 'file' },
  async ({ stack }) => (await stack.database.asOwner('select id from log.epoch')).rows[0].id,
)

let observer: Listening

const readers = {
  admin: { id: uuid(1), role: 'admin', labPartnerId: null },
  customer: { id: customers[0] as string, role: 'customer', labPartnerId: null },
  lab: { id: uuid(3), role: 'lab-partner', labPartnerId: uuid(51) },
} as const
const tokenOf = (reader: keyof typeof readers) => tokens.issue({ ...readers[reader], tokenVersion: 1 })

it.beforeAll(async ({ stack, appender }) => {
  for (const { id, role } of Object.values(readers)) await createUser(stack.database, role, id)
  // a client that saw position 0 saw nothing at all, and asks for no catch-up
  await append(appender, [{ booking: 0, command: { type: 'confirmOrder' } }], [randomUUID()])
  await untilProjected(stack.database)
})
it.beforeEach(async ({ stack }) => {
  observer = listenTo(stack.url, { token: tokenOf('admin') })
  await observer.first('caught-up')
})
afterEach(closeSockets)

/** Waits until all is pushed to those who are connected, so that whoever connects now hears of it by catching up alone. */
async function untilPushed(stack: Stack): Promise<void> {
  const head = await headOf(stack.database)
  await vi.waitFor(() => expect(observer.bookings().at(-1)?.position).toBe(head), {
    timeout: 120_000,
    interval: 5,
  })
}

type View = Map<string, BookingView>
async function fetchView(stack: Stack, reader: keyof typeof readers): Promise<{ view: View; after: number }> {
  const answer = await createClient(stack.url, tokenOf(reader)).ask(bookingCalls.listBookings, {
    query: { limit: 500 },
  })
  // the client keeps the number of tubes, which pushes do not tell: no change of a booking has another
  const rows = answer.body.map(({ tubeCount, ...row }) => row)
  return {
    view: new Map(rows.map((row) => [row.id, row])),
    after: Number(answer.headers.get('log-position')),
  }
}

/** The notifications of events after a position, oldest first. */
async function fetchNotifications(
  stack: Stack,
  reader: keyof typeof readers,
  after: number,
): Promise<NotificationView[]> {
  const client = createClient(stack.url, tokenOf(reader))
  const all = await client.call(notificationCalls.listNotifications, { query: { limit: 500 } })
  return all.filter(({ position }) => position > after).sort((one, other) => one.position - other.position)
}

/** Applies pushed changes as the client does: newer rows replace older ones, and those that left go. */
function apply(view: View, messages: ReturnType<Listening['bookings']>): View {
  const after = new Map(view)
  for (const message of messages) {
    const id = message.booking?.id ?? (message as { id: string }).id
    if ((after.get(id)?.position ?? 0) > message.position) continue
    if (message.booking) after.set(id, message.booking)
    else after.delete(id)
  }
  return after
}

function append(appender: Appender, some: Parameters<typeof eventsOf>[0], ids: string[]): Promise<void> {
  return appendInOrder(
    appender,
    eventsOf(some, (booking) => ids[booking] as string),
  )
}

describe('a client that reconnects', () => {
  it('receives the last state of each missed row, in order, before caught-up', async ({
    stack,
    appender,
    epoch,
  }) => {
    await fc.assert(
      fc.asyncProperty(
        steps(5, 40),
        fc.nat(40),
        fc.constantFrom(...(Object.keys(readers) as (keyof typeof readers)[])),
        async (life, cut, reader) => {
          const ids = Array.from({ length: 5 }, () => randomUUID())
          const events = eventsOf(life, (booking) => ids[booking] as string)
          await appendInOrder(appender, events.slice(0, cut))
          const { view, after } = await fetchView(stack, reader)
          await appendInOrder(appender, events.slice(cut))
          if (events.length > 0) await untilPushed(stack)

          const listening = listenTo(stack.url, { token: tokenOf(reader), after, epoch })
          const { position } = await listening.first('caught-up')
          const end = listening.messages.findIndex(({ event }) => event === 'caught-up')
          const all = listening.messages.slice(0, end).filter(({ event }) => event !== 'analytics')
          const missed = all.filter((message) => message.event === 'booking')
          const notifications = all.filter((message) => message.event === 'notification')
          expect(position).toBe(await headOf(stack.database))
          const positions = all.map((message) => ('position' in message ? message.position : 0))
          expect(positions).toEqual(positions.toSorted((one, other) => one - other))
          expect(apply(view, missed)).toEqual((await fetchView(stack, reader)).view)
          expect(notifications.map(({ notification }) => notification)).toEqual(
            await fetchNotifications(stack, reader, after),
          )
          listening.close()
        },
      ),
      { numRuns: 12 },
    )
  })

  it('misses nothing while it reconnects again and again during changes', async ({
    stack,
    appender,
    epoch,
  }) => {
    const histories = fc.sample(steps(8, 80), { numRuns: 6, seed: 7 })
    let writing = true
    const changing = (async () => {
      for (const life of histories) {
        await append(
          appender,
          life,
          Array.from({ length: 8 }, () => randomUUID()),
        )
      }
      writing = false
    })()
    let { view, after } = await fetchView(stack, 'lab')
    while (writing) {
      const listening = listenTo(stack.url, { token: tokenOf('lab'), after, epoch })
      const { position } = await listening.first('caught-up')
      view = apply(view, listening.bookings())
      after = Math.max(position, after)
      listening.close()
    }
    await changing
    await untilProjected(stack.database)
    const last = await connectTo(stack.url, { token: tokenOf('lab'), after, epoch })
    const newest = [...(await fetchView(stack, 'lab')).view].sort()
    expect(
      [...apply(view, last.bookings())].sort().filter(([id]) => newest.some(([other]) => other === id)),
    ).toEqual(newest)
  })

  it('receives only caught-up without a position to catch up from', async ({ stack, epoch }) => {
    for (const auth of [{}, { after: 0 }, { after: -5 }, { after: 'nonsense' }]) {
      const listening = listenTo(stack.url, { token: tokenOf('admin'), ...(auth as object) })
      expect(await listening.first('caught-up')).toMatchObject({ epoch })
      expect(listening.messages.filter(({ event }) => event !== 'analytics')).toHaveLength(1)
    }
  })
})

describe('a client must start over', () => {
  it('if it knows the epoch of another log', async ({ stack, epoch }) => {
    const listening = listenTo(stack.url, { token: tokenOf('customer'), after: 1, epoch: randomUUID() })
    expect(await listening.first('start-over')).toMatchObject({ epoch })
    expect(listening.messages.filter(({ event }) => event !== 'analytics')).toHaveLength(1)
  })

  it('if its position is beyond the end of the log', async ({ stack, epoch }) => {
    const after = (await headOf(stack.database)) + 1_000
    const listening = listenTo(stack.url, { token: tokenOf('customer'), after })
    expect(await listening.first('start-over')).toMatchObject({ epoch })
  })

  it('if it missed more rows than the limit', async ({ stack, appender, epoch }) => {
    const after = await headOf(stack.database)
    // of these numbers, none is an order or collected again: admins are told nothing of their placing
    const placed = Array.from({ length: catchUpLimit }, (_, n) => ({
      booking: 6 * n + 1,
      command: { type: 'assignLab' as const, labPartnerId: uuid(54) },
    }))
    await append(
      appender,
      placed,
      Array.from({ length: 6 * catchUpLimit }, () => randomUUID()),
    )
    await untilPushed(stack)
    const enough = await connectTo(stack.url, { token: tokenOf('admin'), after, epoch })
    expect(enough.bookings()).toHaveLength(catchUpLimit)

    await append(appender, placed.slice(0, 1), [randomUUID(), randomUUID()])
    await untilPushed(stack)
    const tooMuch = listenTo(stack.url, { token: tokenOf('admin'), after, epoch })
    await tooMuch.first('start-over')
    expect(tooMuch.bookings()).toEqual([])
  })
})

const epochOf = async (stack: Stack): Promise<string> =>
  (await stack.database.asOwner('select id from log.epoch')).rows[0].id

/** Leaves the log without its last events, as a restore of an older state does. */
async function loseEventsAfter(stack: Stack, position: number): Promise<void> {
  const { database } = stack
  await database.asOwner('alter table log.events disable trigger append_only')
  await database.asOwner('delete from log.events where position > $1', [position])
  await database.asOwner('alter table log.events enable trigger append_only')
}

describe('after the log lost its last events', () => {
  it('every API process makes its clients start over, and everything goes on from the end of the log', async ({
    stack,
    packageId,
  }) => {
    await forgetWork(stack.database)
    stack.work()
    const customer = await createCustomer(stack)
    const elsewhere = await stack.anotherApi()
    const kept = await placeBooking(customer, packageId)
    const orderNumberOf = async (id: string) =>
      (await customer.client.ask(bookingCalls.getBooking, { params: { id } })).body?.orderNumber ?? null
    await expect.poll(() => orderNumberOf(kept.id)).not.toBeNull()
    await untilProjected(stack.database)
    const head = await headOf(stack.database)
    const lost = await placeBooking(customer, packageId)
    await expect.poll(() => orderNumberOf(lost.id)).not.toBeNull()
    await untilProjected(stack.database)
    const clients = [await connectTo(stack.url, customer), await connectTo(elsewhere, customer)]
    const before = await epochOf(stack)

    // read tables and cursors are beyond the end of the log
    await loseEventsAfter(stack, head)
    for (const client of clients) {
      expect((await client.first('start-over')).epoch).toBe(await epochOf(stack))
    }
    expect(await epochOf(stack)).not.toBe(before)
    const { rows } = await stack.database.asOwner('select reason from log.epochs where id <> $1', [before])
    expect(rows).toEqual([{ reason: expect.stringContaining('the read tables contain event') }])

    // the rebuilt lists lack what the log lacks
    const listed = async () => {
      const { body, headers } = await customer.client.ask(bookingCalls.listBookings)
      return { ids: body.map(({ id }) => id), epoch: headers.get('log-epoch') }
    }
    await expect.poll(listed).toEqual({ ids: [kept.id], epoch: await epochOf(stack) })

    // later changes have lower positions, reach every client and are handled by workers
    const placed = await placeBooking(customer, packageId)
    expect(placed.position).toBe(head + 1)
    for (const client of clients) {
      await expect.poll(() => client.bookings().some(({ booking }) => booking?.id === placed.id)).toBe(true)
    }
    await expect.poll(() => orderNumberOf(placed.id)).not.toBeNull()

    // a client that was away
    const away = listenTo(stack.url, { token: customer.token, after: head, epoch: before })
    expect(await away.first('start-over')).toMatchObject({ epoch: await epochOf(stack) })
  })
})
