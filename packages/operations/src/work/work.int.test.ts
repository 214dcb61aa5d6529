import { randomUUID } from 'node:crypto'
import type { BookingEvent } from '@jaanch/booking/events'
import { placed } from '@jaanch/booking/testing/bookings'
import { readAudit } from '@jaanch/tests/support/audit'
import { readAll, refusal } from '@jaanch/tests/support/client'
import { anAppend } from '@jaanch/tests/support/histories'
import { createAdmin, type Person } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { operationsPauseCalls, operationsWorkCalls, type WorkView } from './api.ts'

const it = stackTest({ workers: false })

/** All work, dead letters and pauses: without workers, what waits stays, also that of other files. */
const forgetAll = ({ database }: Stack) =>
  database.asOwner('delete from work; delete from dead_letters; delete from pauses')
it.beforeEach(({ stack }) => forgetAll(stack))
it.afterAll(({ stack }) => forgetAll(stack))

/** Work of `orders` that failed for good, with its dead letter. @returns the id of the letter */
async function createDead({ database }: Stack, error: string, consumer = 'orders'): Promise<string> {
  const stream = `booking-${randomUUID()}`
  const { rows } = await database.asOwner(
    `with dead as (insert into work (consumer, stream_id, since, upto, attempts, is_dead) values ($1, $2, 0, 1, 3, true))
     insert into dead_letters (consumer, stream_id, position, attempts, error) values ($1, $2, 1, 3, $3) returning id::text`,
    [consumer, stream, error],
  )
  return rows[0].id
}

async function createWork({ database }: Stack, values: string, n: number): Promise<void> {
  await database.asOwner(
    `insert into work (consumer, stream_id, since, upto, due_at, attempts, leased_until, last_error)
     select 'orders', 'booking-' || gen_random_uuid(), 0, 1, now() + i * interval '1 second', ${values}
       from generate_series(1, ${n}) i`,
  )
}

/** The projector of the shared stack reads it, too: each booking has an id of its own. */
const placedAs = (bookingId: string) =>
  anAppend(bookingId, { ...placed, data: { ...placed.data, bookingId } } as BookingEvent)

const lettersOf = async ({ database }: Stack) =>
  (await database.asOwner('select resolution, resolved_by, reason from dead_letters order by id')).rows
const deadWork = async ({ database }: Stack) =>
  (await database.asOwner('select from work where is_dead')).rowCount

const commandsOf = async (stack: Stack, { id }: Person) =>
  (await readAudit(stack, { actor: `admin:${id}` })).map(({ details }) => details)

describe('the work', () => {
  it('is counted by consumer and state', async ({ stack, admin }) => {
    await createWork(stack, 'case when i > 3 then 2 else 0 end, null, null', 5)
    await createWork(stack, "1, now() + interval '1 hour', null", 1)
    await createDead(stack, 'No answer')
    const counts = await admin.client.call(operationsWorkCalls.countWork)
    expect(counts.find(({ consumer }) => consumer === 'orders')).toMatchObject({
      waiting: 3,
      failing: 2,
      leased: 1,
      dead: 1,
      isMore: false,
    })
    expect(counts.map(({ consumer }) => consumer)).toContain('notifications')
  })

  it('is listed in pages, each row once, with the next attempt and the last error', async ({
    stack,
    admin,
  }) => {
    await createWork(stack, "case when i % 2 = 0 then 1 else 0 end, null, 'No answer'", 7)
    await createDead(stack, 'No answer')
    const paged = await readAll<WorkView>(admin.client, '/api/operations/work?consumer=orders&limit=3')
    for (const row of paged) expect(row).toMatchObject({ lastError: 'No answer', dueIn: expect.any(Number) })
    expect(paged).toHaveLength(7)
    expect(new Set(paged.map(({ streamId }) => streamId)).size).toBe(7)
    const failing = await admin.client.call(operationsWorkCalls.listWork, { query: { state: 'failing' } })
    expect(failing).toHaveLength(3)
  })
})

describe('dead letters', () => {
  it('are grouped by consumer and the first line of the error', async ({ stack, admin }) => {
    await createDead(stack, 'No answer\n  at the printer')
    await createDead(stack, 'No answer\n  at the scanner')
    await createDead(stack, 'No answer', 'reports')
    const { groups, isMore } = await admin.client.call(operationsWorkCalls.groupDeadLetters)
    expect(groups).toMatchObject([
      { consumer: 'orders', reason: 'No answer', count: 2 },
      { consumer: 'reports', reason: 'No answer', count: 1 },
    ])
    expect(isMore).toBe(false)
    const query = { consumer: 'orders', reason: 'No answer' }
    expect(await admin.client.call(operationsWorkCalls.listDeadLetters, { query })).toHaveLength(2)
  })

  it('of one reason are tried again together, also when two admins do it at once', async ({
    stack,
    admin,
  }) => {
    const other = await createAdmin(stack)
    for (let n = 0; n < 4; n += 1) await createDead(stack, 'No answer')
    await createDead(stack, 'Not this one')
    const body = { consumer: 'orders', reason: 'No answer' }
    const answers = await Promise.all(
      [admin, other].map(({ client }) => client.call(operationsWorkCalls.retryDeadLetters, { body })),
    )
    expect(answers.reduce((sum, { retried }) => sum + retried, 0)).toBe(4)
    expect(await deadWork(stack)).toBe(1)
    const letters = await lettersOf(stack)
    expect(letters.filter(({ resolution }) => resolution === 'retried')).toHaveLength(4)
  })

  it('are tried again or skipped one by one, once, with actor and reason', async ({ stack }) => {
    const admin = await createAdmin(stack)
    const [retried, skipped] = [await createDead(stack, 'No answer'), await createDead(stack, 'Never')]
    const retry = { params: { id: retried } }
    await admin.client.call(operationsWorkCalls.retryDeadLetter, retry)
    expect(await admin.client.ask(operationsWorkCalls.retryDeadLetter, retry)).toMatchObject(
      refusal('not-found', `No dead letter ${retried} waits.`),
    )
    const body = { reason: 'Dr. Quixano called the customer' }
    await admin.client.call(operationsWorkCalls.skipDeadLetter, { params: { id: skipped }, body })
    const by = { resolved_by: `admin:${admin.id}` }
    expect(await lettersOf(stack)).toEqual([
      { resolution: 'retried', reason: null, ...by },
      { resolution: 'skipped', reason: body.reason, ...by },
    ])
    const commands = await commandsOf(stack, admin)
    expect(commands).toEqual([
      { command: 'dead retry', id: Number(retried) },
      { command: 'dead retry', id: Number(retried) },
      { command: 'dead skip', id: Number(skipped) },
    ])
  })
})

describe('a rewind', () => {
  it('is previewed: the events, the types that the consumer wants, and how many were handled', async ({
    stack,
    admin,
    appender,
  }) => {
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    const positions: number[] = []
    for (const id of ids) positions.push((await appender.append(placedAs(id))).position)
    const [first = 0] = positions
    const head = positions.at(-1) ?? 0
    const cursorOf = async () =>
      (await stack.database.asOwner("select cursor::int from work_consumers where name = 'orders'")).rows[0]
        .cursor
    await expect.poll(cursorOf).toBe(head)
    await stack.database.asOwner('delete from work')
    await stack.database.asOwner(
      `insert into work_done (consumer, stream_id, since, upto, attempts, queued_at) values ('orders', $1, $2, $3, 1, now())`,
      [`booking-${ids[0]}`, first - 1, first],
    )
    const preview = (to: number) =>
      admin.client.call(operationsWorkCalls.previewRewind, {
        params: { id: 'orders' },
        query: { to } as never,
      })
    expect(await preview(first - 1)).toMatchObject({
      cursor: head,
      to: first - 1,
      refusal: null,
      events: head - first + 1,
      counted: head - first + 1,
      wanted: [{ type: 'BookingPlaced', count: 3 }],
      handled: 1,
    })
    expect(await preview(head)).toMatchObject({
      refusal: `The cursor of orders is at ${head}: it can only be moved back.`,
      events: 0,
      wanted: [],
    })
    await createDead(stack, 'No answer')
    expect(await preview(first - 1)).toMatchObject({
      refusal: expect.stringMatching(/^1 dead letters of orders wait/),
    })
  })

  it('is recorded with the admin and the reason, and refused with a sentence', async ({
    stack,
    admin,
    appender,
  }) => {
    const { position } = await appender.append(placedAs(randomUUID()))
    const cursorOf = async () =>
      (await stack.database.asOwner("select cursor::int from work_consumers where name = 'reminders'"))
        .rows[0].cursor
    await expect.poll(cursorOf).toBe(position)
    const rewind = (id: string, to: number) =>
      admin.client.ask(operationsWorkCalls.rewindConsumer, {
        params: { id },
        body: { to, reason: 'the relay lost events' },
      })
    expect(await rewind('reminders', position - 1)).toMatchObject({ status: 200, body: { from: position } })
    const { rows } = await stack.database.asOwner(
      'select consumer, to_position::int as "to", reason, operator from consumer_rewinds where operator = $1',
      [`admin:${admin.id}`],
    )
    expect(rows).toEqual([
      {
        consumer: 'reminders',
        to: position - 1,
        reason: 'the relay lost events',
        operator: `admin:${admin.id}`,
      },
    ])
    expect(await rewind('reminders', position + 5)).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/^The cursor of reminders is at/) },
    })
    expect(await rewind('horoscopes', 0)).toMatchObject(
      refusal('not-found', 'No consumer is called horoscopes.'),
    )
  })
})

describe('a pause', () => {
  it('is recorded with the admin and the reason, given once, and ends when somebody continues', async ({
    stack,
    admin,
  }) => {
    const params = { id: 'reports' }
    const pauseIt = (reason: string, id = 'reports') =>
      admin.client.ask(operationsPauseCalls.pause, { params: { id }, body: { reason } })
    expect((await pauseIt('wrong units')).status).toBe(204)
    expect(await pauseIt('again')).toMatchObject({
      status: 409,
      body: { error: 'reports is paused already.' },
    })
    expect(await pauseIt('x', 'horoscopes')).toMatchObject({ status: 404 })
    expect(await admin.client.call(operationsPauseCalls.listPauses)).toMatchObject([
      { name: 'reports', reason: 'wrong units', by: `admin:${admin.id}`, byName: expect.any(String) },
    ])
    await admin.client.call(operationsPauseCalls.continuePaused, { params })
    expect(await admin.client.ask(operationsPauseCalls.continuePaused, { params })).toMatchObject({
      status: 409,
      body: { error: 'reports is not paused.' },
    })
    expect(await admin.client.call(operationsPauseCalls.listPauses)).toEqual([])
    expect(await commandsOf(stack, admin)).toContainEqual({ command: 'pause', name: 'reports' })
  })
})

describe('the dead messages of a channel', () => {
  it('are given up together, also by two admins at once, each recorded once; work is left alone', async ({
    stack,
    admin,
  }) => {
    await createDead(stack, 'No route')
    await stack.database.asOwner(
      `insert into dead_letters (consumer, stream_id, position, message_id, attempts, error)
       select 'sms', 'user-1', 0, gen_random_uuid(), 20, 'No route: 422' from generate_series(1, 600)`,
    )
    const reason = 'no news any more'
    const skip = () =>
      admin.client.call(operationsWorkCalls.skipDeadMessages, {
        body: { channel: 'sms', error: 'No route: 422', olderThanHours: 0, reason },
      })
    const answers = await Promise.all([skip(), skip()])
    expect(answers.reduce((sum, { skipped }) => sum + skipped, 0)).toBe(600)
    const letters = await lettersOf(stack)
    expect(letters.filter(({ resolution }) => resolution === 'skipped')).toHaveLength(600)
    expect(letters[0]).toMatchObject({ resolution: null })
    const commands = (await commandsOf(stack, admin)).slice(-2)
    expect(commands).toContainEqual({ command: 'dead skip', of: 'sms', number: 600, code: '422' })
  })
})
