import { createLimitedLab, holdPlace, tomorrow } from '@jaanch/tests/support/capacities'
import { closeSockets, connectTo, type Listening } from '@jaanch/tests/support/sockets'
import { stackTest } from '@jaanch/tests/support/test'
import { afterEach, describe, expect } from 'vitest'

const it = stackTest({ workers: false })

afterEach(closeSockets)

const watch = ({ socket }: Listening, pincode: string, change = {}) =>
  socket.emit('watch-slots', { pincode, from: tomorrow(), days: 1, packageIds: [], ...change })

const messagesOf = ({ messages }: Listening) => messages.filter((message) => message.event === 'slots')

/** The second slot of the only day, as it was sent last */
function shown(listening: Listening): string | undefined {
  const { state, left } = messagesOf(listening).at(-1)?.slots.days[0]?.slots[1] ?? {}
  return left === undefined ? state : `${state} ${left}`
}

describe('a slot that fills', () => {
  it('is pushed to those who look at it, at any API, and again when it is free', async ({
    stack,
    customer,
    admin,
  }) => {
    const { pincode } = await createLimitedLab(stack.database, { visits: 1 })
    const watching = [await connectTo(stack.url, customer), await connectTo(await stack.anotherApi(), admin)]
    for (const one of watching) watch(one, pincode)
    for (const one of watching) await expect.poll(() => shown(one)).toBe('few 1')
    const { hold } = await holdPlace(stack.database, { pincode })
    for (const one of watching) await expect.poll(() => shown(one)).toBe('full')
    expect(messagesOf(watching[0] as Listening).at(-1)?.query).toMatchObject({ pincode, from: tomorrow() })
    await stack.database.pool.query('delete from visit_places where id = $1', [hold])
    for (const one of watching) await expect.poll(() => shown(one)).toBe('few 1')
  })

  it('is pushed when a lab declares something else', async ({ stack, customer }) => {
    const { labPartnerId, pincode } = await createLimitedLab(stack.database, { visits: 1 })
    const watching = await connectTo(stack.url, customer)
    watch(watching, pincode)
    await expect.poll(() => shown(watching)).toBe('few 1')
    await stack.database.asOwner(
      `update lab_capacities set slots = '{2,2,2,2,2,2}' where lab_partner_id = $1`,
      [labPartnerId],
    )
    await expect.poll(() => shown(watching)).toBe('few 2')
  })

  it('is pushed when it becomes free because a hold expires', async ({ stack, customer }) => {
    const { pincode } = await createLimitedLab(stack.database, { visits: 1 })
    await holdPlace(stack.database, { pincode, seconds: 1 })
    const watching = await connectTo(stack.url, customer)
    watch(watching, pincode)
    // it is looked for every ten seconds
    await expect.poll(() => shown(watching)).toBe('few 1')
  })

  it('is pushed to nobody who looks at something else or at no slots, and not to labs', async ({
    stack,
    customer,
    admin,
    lab,
  }) => {
    const { pincode } = await createLimitedLab(stack.database, { visits: 1 })
    const other = await createLimitedLab(stack.database, { visits: 2 })
    const [watching, moved, left, laboratory] = [
      await connectTo(stack.url, customer),
      await connectTo(stack.url, customer),
      await connectTo(stack.url, admin),
      await connectTo(stack.url, lab),
    ]
    for (const one of [watching, moved, left, laboratory]) watch(one, pincode)
    for (const one of [moved, left]) await expect.poll(() => shown(one)).toBe('few 1')
    watch(moved, other.pincode)
    await expect.poll(() => shown(moved)).toBe('few 2')
    left.socket.emit('watch-slots', null)
    // the message after it is answered
    left.socket.emit('watch-operations', true)
    await left.first('operations')
    await holdPlace(stack.database, { pincode })
    await expect.poll(() => shown(watching)).toBe('full')
    expect(shown(moved)).toBe('few 2')
    expect(shown(left)).toBe('few 1')
    expect(messagesOf(laboratory)).toEqual([])
  })

  it('is told at most twice a second, however often it changes and however often a client asks', async ({
    stack,
    customer,
  }) => {
    const { pincode } = await createLimitedLab(stack.database, { visits: 100 })
    const few = await createLimitedLab(stack.database, { visits: 1 })
    const watching = await connectTo(stack.url, customer)
    const began = performance.now()
    for (let n = 0; n < 20; n += 1) {
      watch(watching, n % 2 ? pincode : few.pincode)
      watching.socket.emit('watch-slots', { pincode: 'no PIN code' })
    }
    watch(watching, few.pincode)
    for (let n = 0; n < 100; n += 1) await holdPlace(stack.database, { pincode })
    await expect.poll(() => shown(watching)).toBe('few 1')
    await holdPlace(stack.database, { pincode: few.pincode })
    await expect.poll(() => shown(watching)).toBe('full')
    const seconds = (performance.now() - began) / 1_000
    expect(messagesOf(watching).length).toBeLessThanOrEqual(2 * seconds + 2)
    expect(watching.socket.connected).toBe(true)
  })
})
