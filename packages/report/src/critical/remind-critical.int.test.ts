import { streamId } from '@jaanch/eventlog/events'
import { notificationCalls } from '@jaanch/messages/api'
import { createAdmin, createLabPerson, createPackage, proveEmail } from '@jaanch/tests/support/people'
import { whileLogRefuses } from '@jaanch/tests/support/refused-events'
import { closeSockets, listenTo } from '@jaanch/tests/support/sockets'
import { type Fixtures, ownStackTest } from '@jaanch/tests/support/test'
import { untilMessagesSent } from '@jaanch/tests/support/work'
import { afterAll, beforeEach, describe, expect } from 'vitest'
import { healthReportCalls } from '../api.ts'
import { criticalValueCalls } from './api.ts'
import { remindersOf, toldAt, untilTimerSet } from './testing/watch-calls.ts'

const minutes = 60_000
/** How far the clock of the workers is ahead, ms; each test begins with the real time */
let ahead = 0
const pass = (ms: number) => {
  ahead += ms
}

// counts all admins, pauses all channels and stops all reminders
const it = ownStackTest({ workers: false }).extend('packageId', { scope: 'file' }, ({ stack }) =>
  createPackage(stack.database, { name: 'Kidney Profile' }),
)

it.beforeAll(async ({ stack, lab, customer, mailServer, smsGateway }) => {
  await stack.database.asOwner(`
    insert into parameters (code, name, ucum, unit, decimals, male_low, male_high, female_low, female_high, critical_low, critical_high)
    values ('K', 'Potassium', 'mmol/L', 'mmol/L', 1, 3.5, 5.1, 3.5, 5.1, 2.8, 6.2)`)
  await proveEmail(stack.database, lab.id)
  await stack.database.asOwner(
    `update users set phone = '+919811111111', phone_proven_at = now() where id = $1`,
    [lab.id],
  )
  // neither a preference nor a limit holds back what is urgent
  await stack.database.asOwner(`update users set phone = '+919822222222' where id = $1`, [customer.id])
  await stack.database.asOwner(
    'insert into notification_preferences (user_id, email, sms) values ($1, false, false)',
    [customer.id],
  )
  const providers = {
    mailFrom: 'Jaanch <no-reply@jaanch.example>',
    smtpUrl: mailServer.url,
    sms: smsGateway.request,
  }
  // two processes share the work
  for (let n = 0; n < 2; n += 1)
    stack.work({
      providers,
      publicUrl: 'https://jaanch.example',
      smsPerDay: 0,
      limitScale: 0,
      now: () => new Date(Date.now() + ahead),
      pollMs: 50,
      retryPolicy: { attempts: 50, baseMs: 50, maxMs: 200 },
    })
})
afterAll(closeSockets)
beforeEach(() => {
  ahead = 0
})

const body = { values: [{ code: 'K', value: 7.4 }] }

async function openCall({ lab, bookingInStatus }: Pick<Fixtures, 'lab' | 'bookingInStatus'>) {
  const bookingId = await bookingInStatus('lab-processing')
  await lab.client.call(healthReportCalls.releaseHealthReport, { params: { id: bookingId }, body })
  const calls = await lab.client.call(criticalValueCalls.listCriticalCalls)
  const id = calls.find((call) => call.bookingId === bookingId)?.id ?? ''
  return { bookingId, confirm: () => confirm(lab, id) }
}

const confirm = (lab: Fixtures['lab'], id: string) =>
  lab.client.call(criticalValueCalls.recordCriticalCall, {
    params: { id },
    body: { outcome: 'CONFIRMED', reached: 'customer', by: 'phone' },
  })

describe('a critical value', () => {
  it('reaches the phones, the mailboxes, the lists and the screens of those who have to call, and names nothing', async ({
    stack,
    admin,
    lab,
    customer,
    bookingInStatus,
    mailServer,
    smsGateway,
  }) => {
    const pathologist = await createLabPerson(stack, lab, 'pathologist')
    await createLabPerson(stack, lab, 'front-desk')
    const bookingId = await bookingInStatus('lab-processing')
    await untilMessagesSent(stack.database)
    const listening = listenTo(stack.url, { token: lab.token, after: 0, epoch: null } as never)
    await expect.poll(() => listening.socket.connected).toBe(true)
    const mine = ({ body }: { body: string }) => /lab now|urgent call/.test(body)
    const startedAt = performance.now()
    const since = async (what: string, reached: () => boolean | Promise<boolean>) => {
      await expect.poll(reached, { interval: 5 }).toBe(true)
      return [what, Math.round(performance.now() - startedAt)] as const
    }
    await lab.client.call(healthReportCalls.releaseHealthReport, { params: { id: bookingId }, body })
    const answered = ['answer to the lab', Math.round(performance.now() - startedAt)] as const
    const measured = await Promise.all([
      since('push to the lab', () =>
        listening.messages.some(
          (each) => each.event === 'notification' && /urgent call/.test(JSON.stringify(each)),
        ),
      ),
      since('outbox', async () => Object.keys(await toldAt(stack, bookingId, 0)).length === 4),
      since('phone of the lab', () =>
        smsGateway.calls.some((call) => mine(call) && call.body.includes('9811111111')),
      ),
      since('phone of the customer', () =>
        smsGateway.calls.some((call) => mine(call) && call.body.includes('9822222222')),
      ),
      since('mail to the pathologist', async () => {
        const { rows } = await stack.database.asOwner('select email from users where id = $1', [
          pathologist.id,
        ])
        return mailServer.taken.some(
          ({ to, subject }) => to === rows[0].email && subject.startsWith('Please make'),
        )
      }),
    ])
    console.log('From the lab’s call, ms:', Object.fromEntries([answered, ...measured]))
    await untilMessagesSent(stack.database)
    // owner and pathologist, of whom one has a phone
    expect(await toldAt(stack, bookingId, 0)).toEqual({
      'customer email': 1,
      'customer sms': 1,
      'lab-partner email': 2,
      'lab-partner sms': 1,
    })
    const { rows } = await stack.database.asOwner(
      `select outcome from outbox o join log.events e using (position) where e.stream_id = $1 and e.type = 'CriticalValueFound'`,
      [streamId('booking', bookingId)],
    )
    expect(rows.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 5 }, () => 'sent'))
    const texts = [
      ...smsGateway.calls.filter(mine).map((call) => call.body),
      ...mailServer.taken.filter(({ raw }) => /urgent call|call your lab/.test(raw)).map(({ raw }) => raw),
    ]
    for (const text of texts)
      expect(text.replaceAll('/lab/critical', '')).not.toMatch(/potassium|7\.4|critical|mmol|kidney/i)
    const listed = await customer.client.call(notificationCalls.listNotifications)
    expect(listed).toContainEqual(expect.objectContaining({ title: 'Please call your lab', bookingId }))
    expect(
      (await admin.client.call(notificationCalls.listNotifications)).some(({ title }) =>
        /urgent/.test(title),
      ),
    ).toBe(false)
    const [call] = await lab.client.call(criticalValueCalls.listCriticalCalls)
    await confirm(lab, call?.id ?? '')
    pass(15 * minutes)
    await untilTimerSet(stack, bookingId, true)
    expect(await remindersOf(stack, bookingId)).toEqual([])
  })

  it('is reminded of every 15 minutes, by and by to more people, until somebody confirmed', async ({
    stack,
    admin: _,
    lab,
    bookingInStatus,
  }) => {
    const medical = await createAdmin(stack)
    await stack.database.asOwner(`update users set staff_role = 'medical' where id = $1`, [medical.id])
    const { bookingId, confirm } = await openCall({ lab, bookingInStatus })
    await untilTimerSet(stack, bookingId)
    for (const step of [1, 2, 3]) {
      pass(15 * minutes)
      await expect.poll(() => remindersOf(stack, bookingId)).toHaveLength(step)
      await untilMessagesSent(stack.database)
    }
    expect(await remindersOf(stack, bookingId)).toEqual([1, 2, 3])
    const told = await Promise.all([1, 2, 3].map((step) => toldAt(stack, bookingId, step)))
    expect(told.map((each) => [each['customer email'] ?? 0, each['admin email'] ?? 0])).toEqual([
      [0, 1],
      [1, 2],
      [0, 2],
    ])
    await confirm()
    pass(15 * minutes)
    await untilTimerSet(stack, bookingId, true)
    expect(await remindersOf(stack, bookingId)).toEqual([1, 2, 3])
  })

  it('is told of by the newest message only, and by none after the confirmation, when what could not be sent is sent', async ({
    stack,
    admin: _,
    lab,
    bookingInStatus,
  }) => {
    const { database } = stack
    await untilMessagesSent(database)
    await database.asOwner(
      `insert into pauses (name, reason, paused_by) select unnest('{email,sms}'::text[]), 'an outage', 'operator:test'`,
    )
    const [open, confirmed] = [
      await openCall({ lab, bookingInStatus }),
      await openCall({ lab, bookingInStatus }),
    ]
    const bookings = [open.bookingId, confirmed.bookingId]
    for (const bookingId of bookings) await untilTimerSet(stack, bookingId)
    for (const step of [1, 2]) {
      pass(15 * minutes)
      for (const bookingId of bookings) {
        await expect.poll(() => remindersOf(stack, bookingId)).toHaveLength(step)
        await expect
          .poll(() => toldAt(stack, bookingId, step))
          .toMatchObject({ 'admin email': expect.any(Number) })
      }
    }
    await confirmed.confirm()
    await database.asOwner(
      `update pauses set continued_by = 'operator:test', continued_at = clock_timestamp()`,
    )
    await untilMessagesSent(database)
    const sent = async (bookingId: string) => {
      const { rows } = await database.asOwner(
        `select distinct o.audience || ' ' || coalesce(e.data ->> 'step', '0') as told
           from outbox o join log.events e using (position)
          where e.stream_id = $1 and e.type like 'CriticalValue%' and o.outcome = 'sent' order by 1`,
        [streamId('booking', bookingId)],
      )
      return rows.map(({ told }) => told)
    }
    expect(await sent(open.bookingId)).toEqual(['admin 2', 'customer 2', 'lab-partner 2'])
    expect(await sent(confirmed.bookingId)).toEqual([])
    await open.confirm()
  })
})

describe('whoever dies on the way', () => {
  it('before a reminder was recorded, or before its messages were written, loses none and doubles none', async ({
    stack,
    lab,
    bookingInStatus,
  }) => {
    const { database } = stack
    const { bookingId, confirm } = await openCall({ lab, bookingInStatus })
    await untilTimerSet(stack, bookingId)
    const failures = async () => {
      const { rows } = await database.asOwner(
        `select attempts from timers where kind = 'critical-value' and stream_id = $1`,
        [streamId('booking', bookingId)],
      )
      return rows[0].attempts as number
    }
    await whileLogRefuses(database, 'CriticalValueReminded', async () => {
      pass(15 * minutes)
      await expect.poll(failures).toBeGreaterThan(0)
    })
    await expect.poll(() => remindersOf(stack, bookingId)).toEqual([1])
    await untilMessagesSent(database)
    const first = await toldAt(stack, bookingId, 1)

    await database.asOwner(
      `create function refuse_message() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
       create trigger refuse_message before insert on outbox for each row execute function refuse_message()`,
    )
    pass(15 * minutes)
    await expect.poll(() => remindersOf(stack, bookingId)).toEqual([1, 2])
    const tried = async () => {
      const { rows } = await database.asOwner(
        `select max(attempts)::int as attempts from work where consumer = 'notifications' and stream_id = $1`,
        [streamId('booking', bookingId)],
      )
      return rows[0].attempts ?? 0
    }
    await expect.poll(tried).toBeGreaterThan(0)
    await database.asOwner('drop trigger refuse_message on outbox; drop function refuse_message')
    await untilMessagesSent(database)
    const second = await toldAt(stack, bookingId, 2)
    expect(first).toMatchObject({ 'lab-partner sms': 1, 'admin email': expect.any(Number) })
    expect(second).toMatchObject({ 'lab-partner sms': 1, 'customer sms': 1 })
    expect(await remindersOf(stack, bookingId)).toEqual([1, 2])
    await confirm()
  })
})
