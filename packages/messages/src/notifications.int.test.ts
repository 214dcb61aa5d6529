import { readAll, refusal } from '@jaanch/tests/support/client'
import { applyAsLab, createAdmin, createCustomer, type Person } from '@jaanch/tests/support/people'
import { untilProjected } from '@jaanch/tests/support/read-tables'
import { createBookingInStatus, releaseReport } from '@jaanch/tests/support/reports'
import { closeSockets, connectTo, listenTo } from '@jaanch/tests/support/sockets'
import { stackTest } from '@jaanch/tests/support/test'
import { afterEach, describe, expect } from 'vitest'
import { notificationCalls } from './api.ts'

const { listNotifications, countUnread, readNotifications } = notificationCalls

const it = stackTest({ workers: false })
  /** A customer with a booking whose report is out */
  .extend('served', async ({ stack, admin, lab, packageId }) => {
    const customer = await createCustomer(stack)
    const id = await createBookingInStatus('completed', { customer, lab, admin, packageId })
    await releaseReport(lab, id)
    return { customer, id }
  })

afterEach(closeSockets)

const list = ({ client }: Person) => client.call(listNotifications)
const unread = async ({ client }: Person) => (await client.call(countUnread)).unread
const read = ({ client }: Person, body: object) => client.ask(readNotifications, { body })

describe('the list of notifications', () => {
  it('shows the owner’s notifications only, newest first with current names', async ({
    stack,
    lab,
    served,
  }) => {
    const { customer, id } = served
    const before = await list(customer)
    expect(before.map(({ title }) => title).slice(0, 2)).toEqual([
      'Your report is ready',
      'Your sample is at the lab',
    ])
    expect(before[1]).toMatchObject({ bookingId: id, body: expect.stringMatching(/^City Lab is testing/) })
    await stack.database.asOwner("update lab_partners set lab_name = 'Renamed Lab' where id = $1", [
      lab.labPartnerId,
    ])
    expect((await list(customer))[1]?.body).toMatch(/^Renamed Lab is testing/)
    await stack.database.asOwner("update lab_partners set lab_name = 'City Lab' where id = $1", [
      lab.labPartnerId,
    ])
    expect(await list(await createCustomer(stack))).toEqual([])
  })

  it('is read in pages without gaps', async ({ served }) => {
    const { customer } = served
    const paged = await readAll(customer.client, `${listNotifications.path}?limit=4`)
    expect(paged).toEqual(await list(customer))
  })
})

describe('read marks', () => {
  it('exclude notifications from the count, one by one or all up to now', async ({ lab, served }) => {
    const { customer, id } = served
    expect(await unread(customer)).toBe(6)
    const [newest, second] = await list(customer)
    expect((await read(customer, { ids: [newest?.id, second?.id, newest?.id] })).status).toBe(204)
    expect((await list(customer)).map((one) => one.read)).toEqual([true, true, false, false, false, false])
    expect(await unread(customer)).toBe(4)
    expect((await read(customer, { all: true })).status).toBe(204)
    expect((await read(customer, { all: true })).status).toBe(204)
    expect(await unread(customer)).toBe(0)
    await releaseReport(lab, id)
    expect(await unread(customer)).toBe(1)
    expect((await list(customer)).map((one) => one.read)).toEqual([false, true, true, true, true, true, true])
  })

  it('are personal: admins share notifications but not read marks', async ({ stack, admin }) => {
    await applyAsLab(stack.url)
    const other = await createAdmin(stack)
    const [newest] = await list(admin)
    await read(admin, { ids: [newest?.id] })
    expect((await list(admin))[0]?.read).toBe(true)
    expect((await list(other))[0]).toMatchObject({ id: newest?.id, read: false })
  })

  it('cannot be set on unknown or other people’s notifications, and invalid ids are refused', async ({
    stack,
    served,
  }) => {
    const { customer } = served
    const stranger = await createCustomer(stack)
    const ids = (await list(customer)).map(({ id }) => id)
    expect((await read(stranger, { ids: [...ids, '999999999999'] })).status).toBe(204)
    const { rows } = await stack.database.asOwner('select from notifications_read where user_id = $1', [
      stranger.id,
    ])
    expect(rows).toEqual([])
    expect(await unread(customer)).toBe(6)
    for (const id of ['x', '9'.repeat(30), '0']) {
      const answer = await read(customer, { ids: [id] })
      expect(answer, id).toMatchObject(refusal('invalid', 'ids: these are not all ids of notifications.'))
    }
  })
})

describe('notification preferences', () => {
  it('are changed channel by channel, also by two devices at the same time', async ({ stack }) => {
    const customer = await createCustomer(stack)
    const change = (body: object) =>
      customer.client.call(notificationCalls.changeNotificationPreferences, { body })
    await Promise.all([change({ email: false }), change({ sms: false })])
    expect(await customer.client.call(notificationCalls.getNotificationPreferences)).toEqual({
      email: false,
      sms: false,
    })
    expect(await change({})).toEqual({ email: false, sms: false })
  })
})

describe('a live notification', () => {
  it('is pushed to its owner; a catch-up contains missed ones with their read marks', async ({
    stack,
    lab,
    served,
  }) => {
    const { customer, id } = served
    // what is still on its way would count as missed
    await untilProjected(stack.database)
    const ours = listenTo(stack.url, { token: customer.token })
    const { position, epoch } = await ours.first('caught-up')
    await releaseReport(lab, id)
    const [newest] = await list(customer)
    expect(newest?.title).toBe('Your report was amended')
    const last = () => ours.messages.findLast((message) => message.event === 'notification')?.notification
    await expect.poll(last).toEqual(newest)
    ours.close()

    await releaseReport(lab, id)
    await read(customer, { ids: [newest?.id] })
    const again = await connectTo(stack.url, { ...customer, after: position, epoch })
    // what is pushed while it catches up may come twice
    const heard = again.messages.filter((message) => message.event === 'notification')
    const missed = new Map(heard.map(({ notification }) => [notification.id, notification]))
    expect([...missed.values()].toSorted((one, other) => other.position - one.position)).toEqual(
      (await list(customer)).slice(0, 2),
    )
    expect([...missed.values()].map((one) => one.read).toSorted()).toEqual([false, true])
  })
})
