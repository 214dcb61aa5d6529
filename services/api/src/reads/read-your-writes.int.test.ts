import { bookingCalls } from '@jaanch/booking/api'
import { headers } from '@jaanch/contracts/http/headers'
import { createClient } from '@jaanch/tests/support/client'
import { placeBooking } from '@jaanch/tests/support/people'
import { type Answer, sendTo } from '@jaanch/tests/support/send'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect, vi } from 'vitest'

const it = stackTest().extend('elsewhere', { scope: 'file' }, ({ stack }) => stack.anotherApi())

// a read waits for the projector until the clock goes on, however slow the machine is (expect.poll moves fake timers on, but not a
// date that is set)
it.beforeEach(() => void vi.setSystemTime(Date.now()))
it.afterEach(() => void vi.useRealTimers())

/** A client that takes an answer which may be too old */
const once = (url: string, token: string) => createClient(sendTo(url), token)

const behind = (answer: Answer) => Number(answer.headers.get(headers.readBehind))

describe('a read after a write', () => {
  it('sees the write through another API process, also when many write and read at the same time', async ({
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
        const { id, position } = await placeBooking(customer, packageId)
        const params = { id }
        const list = await there.ask(bookingCalls.listBookings, { query: { limit: 500 } })
        expect(behind(list)).toBe(0)
        expect(Number(list.headers.get('log-position'))).toBeGreaterThanOrEqual(position)
        expect(list.body.map((row) => row.id)).toContain(id)
        expect((await there.call(bookingCalls.getBooking, { params })).status).toBe('pending')
        await there.call(bookingCalls.changeBookingStatus, { params, body: { status: 'confirmed' } })
        expect((await here.call(bookingCalls.getBooking, { params })).status).toBe('confirmed')
      }),
    )
  })
})

describe('while the projector is stopped', () => {
  it('a read is answered with what there is and with read-behind; afterwards reads see everything again', async ({
    stack,
    admin,
    customer,
    packageId,
    elsewhere,
  }) => {
    // a read that waits gives up in the end
    vi.useRealTimers()
    const there = once(elsewhere, customer.token)
    const list = () => there.ask(bookingCalls.listBookings)
    const idsOf = ({ body }: Awaited<ReturnType<typeof list>>) => body.map(({ id }) => id)
    await stack.stopProjector()
    const { id } = await placeBooking(customer, packageId)
    const first = await list()
    expect(first.status).toBe(200)
    expect(idsOf(first)).not.toContain(id)
    expect(behind(first)).toBeGreaterThan(0)

    // the answer to a command is made from the log
    const moved = await admin.client.call(bookingCalls.changeBookingStatus, {
      params: { id },
      body: { status: 'confirmed' },
    })
    expect(moved.status).toBe('confirmed')

    stack.startProjector()
    await expect.poll(async () => behind(await list())).toBe(0)
    expect(idsOf(await list())).toContain(id)
  })
})
