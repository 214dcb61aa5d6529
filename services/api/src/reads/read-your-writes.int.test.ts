import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { type Client, createClient } from '@jaanch/tests/support/client'
import { type Customer, placeBooking } from '@jaanch/tests/support/people'
import { sendTo } from '@jaanch/tests/support/send'
import { ownStackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'

const it = ownStackTest().extend('elsewhere', { scope: 'file' }, ({ stack }) => stack.anotherApi())

/** A client that takes an answer which may be too old */
const once = (url: string, token: string) => createClient(sendTo(url), token)

async function timedList({ customer, elsewhere }: { customer: Customer; elsewhere: string }) {
  const startedAt = performance.now()
  const answer = await once(elsewhere, customer.token).ask(bookingRoutes.listBookings)
  return {
    answer,
    took: performance.now() - startedAt,
    ids: answer.body.map(({ id }) => id),
  }
}

let reads = 0
let behind = 0

/** The first answer without read-behind: on a busy machine the projector may need more than half a second. */
async function inTime<Answer extends { headers: Headers }>(read: () => Promise<Answer>): Promise<Answer> {
  const first = await read()
  reads += 1
  if (first.headers.get('read-behind') === null) return first
  behind += 1
  for (;;) {
    const answer = await read()
    if (answer.headers.get('read-behind') === null) return answer
  }
}

async function statusOf(reader: Client, id: string): Promise<string> {
  const { body } = await inTime(() => reader.ask(bookingRoutes.getBooking, { params: { id } }))
  return body.status
}

describe('a read after a write', () => {
  it('sees the write through another API process, each time', async ({ customer, packageId, elsewhere }) => {
    const there = once(elsewhere, customer.token)
    for (let n = 0; n < 40; n += 1) {
      const { id, position } = await placeBooking(customer, packageId)
      const answer = await inTime(() => there.ask(bookingRoutes.listBookings))
      expect(Number(answer.headers.get('log-position'))).toBeGreaterThanOrEqual(position)
      expect(answer.body[0]?.id).toBe(id)
    }
    const counts = await createClient(elsewhere, customer.token).call(bookingRoutes.countBookings)
    expect(counts).toEqual({ upcoming: 40, past: 0 })
  }, 120_000)

  it('sees the write also when many write and read at the same time, or has the header read-behind', async ({
    stack,
    admin,
    customer,
    packageId,
    elsewhere,
  }) => {
    const there = once(elsewhere, admin.token)
    const here = once(stack.url, customer.token)
    await Promise.all(
      Array.from({ length: 40 }, async () => {
        const { id } = await placeBooking(customer, packageId)
        expect(await statusOf(there, id)).toBe('pending')
        await there.call(bookingRoutes.changeBookingStatus, { params: { id }, body: { status: 'confirmed' } })
        expect(await statusOf(here, id)).toBe('confirmed')
      }),
    )
    // a read that did not wait for the projector would be behind each time, on any machine
    expect(behind).toBeLessThan(reads)
  }, 120_000)
})

describe('while the projector is stopped', () => {
  it('a read waits half a second once and answers with read-behind; afterwards reads see everything again', async ({
    stack,
    admin,
    customer,
    packageId,
    elsewhere,
  }) => {
    await stack.stopProjector()
    const { id } = await placeBooking(customer, packageId)
    const first = await timedList({ customer, elsewhere })
    expect(first.answer.status).toBe(200)
    expect(first.ids).not.toContain(id)
    expect(Number(first.answer.headers.get('read-behind'))).toBeGreaterThan(0)
    expect(first.took).toBeGreaterThan(450)

    const second = await timedList({ customer, elsewhere })
    expect(Number(second.answer.headers.get('read-behind'))).toBeGreaterThan(0)

    // the answer to a command is made from the log
    const moved = await admin.client.call(bookingRoutes.changeBookingStatus, {
      params: { id },
      body: { status: 'confirmed' },
    })
    expect(moved.status).toBe('confirmed')

    stack.startProjector()
    await expect
      .poll(async () => (await timedList({ customer, elsewhere })).answer.headers.get('read-behind'))
      .toBeNull()
    expect((await timedList({ customer, elsewhere })).ids).toContain(id)
  })
})
