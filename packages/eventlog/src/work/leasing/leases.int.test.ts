import { randomUUID } from 'node:crypto'
import { createOutboxTable, settleMessages } from '@jaanch/messages/delivery/outbox-sender'
import { listDeadLetters, retryDeadLetter, skipDeadLetter } from '@jaanch/operations/work/dead-letters'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { createUser } from '@jaanch/tests/support/people'
import type pg from 'pg'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createWorkTable, settleWork } from '../handle-work.ts'
import { createTimerTable, settleTimer } from '../timers.ts'
import type { Lease, LeasedTable, Limits } from './leased-table.ts'

const database = useTestDatabase()
const timerTable = createTimerTable(['fasting-reminder'], 600)

beforeAll(async () => {
  await database.asOwner("insert into work_consumers (name, cursor) values ('orders', 0)")
})
beforeEach(() => database.asOwner('truncate work, timers, dead_letters; truncate outbox cascade'))

/** Creates $1 rows that are due tomorrow, of the same scope as the row of a test */
const createLater = {
  work: `insert into work (consumer, stream_id, since, upto, due_at)
         select 'orders', 'booking-' || n, 6, 7, now() + interval '1 day' from generate_series(1, $1::integer) n`,
  outbox: `insert into outbox (id, channel, recipient_user_id, subject, body, due_at)
           select gen_random_uuid(), 'email', recipient_user_id, subject, body, now() + interval '1 day'
             from outbox, generate_series(1, $1::integer)`,
  timers: `insert into timers (kind, stream_id, due_at)
           select 'fasting-reminder', 'later-' || n, now() + interval '1 day' from generate_series(1, $1::integer) n`,
}

/** Executes what `act` sends to Postgres. @returns the number of 8 kB pages that it read */
async function countBuffers(act: (pool: pg.Pool) => Promise<unknown>): Promise<number> {
  let sent: pg.QueryConfig | undefined
  const query = async (statement: pg.QueryConfig) => {
    sent = statement
    return { rows: [] }
  }
  await act({ query } as unknown as pg.Pool)
  const { rows } = await database.asOwner(
    `explain (analyze, buffers, format json) ${sent?.text}`,
    sent?.values ?? [],
  )
  const { Plan: plan } = rows[0]['QUERY PLAN'][0]
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}

const retry = { attempts: 5, pauseMs: 3_600_000, error: 'late' }
const letter = { consumer: 'orders', streamId: 'booking-1', position: 7, attempts: 5, error: 'late' }

/** The operations of a worker on a row, the same for each table. @param settle the row is done */
function workerOn<Row extends Lease & Record<Key, string>, Key extends string, Scope extends string>(
  table: LeasedTable<Row, Key, Scope>,
  {
    key,
    due,
    settle,
  }: { key: Record<Key, string>; due: Limits<Scope>; settle: (lease: Row) => Promise<unknown> },
) {
  const { pool } = database
  let lease: Row
  return {
    async lease() {
      const [leased] = await table.lease(pool, [key])
      lease = leased ?? lease
      return leased
    },
    leaseDue: (through = pool) => table.leaseDue(through, due),
    renew: () => table.renew(pool, [lease]),
    retryLater: () => table.retryLater(pool, lease, retry),
    deadLetter: () => table.deadLetter(pool, lease, { ...letter, ...key }),
    giveBack: () => table.giveBack(pool, [lease]),
    postpone: () => table.postpone(pool, [lease]),
    begin: () => table.begin(pool, lease),
    settle: () => settle(lease),
  }
}

async function createWorkRow() {
  const streamId = `booking-${randomUUID()}`
  await database.asOwner(
    `insert into work (consumer, stream_id, since, upto, due_at) values ('orders', $1, 6, 7, now() - interval '1 minute')`,
    [streamId],
  )
  return () =>
    workerOn(createWorkTable(600), {
      key: { consumer: 'orders', streamId },
      due: { orders: 10 },
      settle: (lease) => settleWork(database.pool, [{ lease, handled: 7 }]),
    })
}

async function createMessage() {
  const id = randomUUID()
  await database.asOwner(
    `insert into outbox (id, channel, recipient_user_id, subject, body, due_at)
     values ($1, 'email', $2, 'A subject', 'A text', now() - interval '1 minute')`,
    [id, await createUser(database, 'customer')],
  )
  return () =>
    workerOn(createOutboxTable(['booking-placed'], 600), {
      key: { id },
      due: { email: 10 },
      settle: (lease) =>
        settleMessages(database.pool, [{ lease, outcome: 'sent', reason: null, text: null }]),
    })
}

async function createTimer() {
  const { rows } = await database.asOwner(
    `insert into timers (kind, stream_id, due_at)
     values ('fasting-reminder', 'booking-1', now() - interval '1 minute') returning id`,
  )
  return () =>
    workerOn(timerTable, {
      key: { id: rows[0].id },
      due: { 'fasting-reminder': 10 },
      settle: (lease) => settleTimer(database.pool, lease, new Date()),
    })
}

describe.each([
  { table: 'work', create: createWorkRow },
  { table: 'outbox', create: createMessage },
  { table: 'timers', create: createTimer },
] as const)('a lease on a row of $table', ({ table, create }) => {
  const readRows = async () => (await database.asOwner(`select * from ${table}`)).rows
  const setRow = (assignment: string) => database.asOwner(`update ${table} set ${assignment}`)
  const expire = () => setRow(`leased_until = now() - interval '1 second'`)

  async function createTwoWorkers() {
    const createWorker = await create()
    return { first: createWorker(), second: createWorker() }
  }

  it('is given to one worker at a time, by job or by polling', async () => {
    const { first, second } = await createTwoWorkers()
    expect(await first.lease()).toMatchObject({ attempts: 0, leaseToken: expect.any(String) })
    expect(await second.lease()).toBeUndefined()
    expect(await second.leaseDue()).toEqual([])
    await expire()
    expect(await second.leaseDue()).toHaveLength(1)
    expect(await first.lease()).toBeUndefined()
  })

  it('can be renewed, and settles the row although it expired, as long as no other worker took the row', async () => {
    const { first, second } = await createTwoWorkers()
    const lease = await first.lease()
    await expire()
    expect(await first.renew()).toEqual(new Set([lease?.leaseToken]))
    expect(await second.lease()).toBeUndefined()
    await expire()
    await first.settle()
    expect(await second.lease()).toBeUndefined()
    expect(await second.leaseDue()).toEqual([])
  })

  it.each(['renew', 'retryLater', 'deadLetter', 'settle'] as const)(
    'that another worker took over changes nothing by %s',
    async (operation) => {
      const { first, second } = await createTwoWorkers()
      await first.lease()
      await expire()
      await second.lease()
      const before = await readRows()
      const result = await first[operation]()
      expect(await readRows()).toEqual(before)
      expect(await listDeadLetters(database.pool)).toEqual([])
      if (operation === 'renew') expect(result).toEqual(new Set())
      if (operation === 'retryLater' || operation === 'deadLetter') expect(result).toBe(false)
      // the worker that has the lease is not disturbed
      await second.settle()
      expect(await readRows()).not.toEqual(before)
    },
  )

  it('ends with a retry: the row is leased again after the pause and counts the attempt', async () => {
    const { first, second } = await createTwoWorkers()
    await first.lease()
    expect(await first.retryLater()).toBe(true)
    expect(await first.retryLater()).toBe(false)
    expect(await second.lease()).toBeUndefined()
    await setRow('due_at = now()')
    expect(await second.leaseDue()).toMatchObject([{ attempts: 5 }])
  })

  it('that nobody ended counts as an attempt of the next one, unless it was given back or not begun', async () => {
    const { first, second } = await createTwoWorkers()
    await first.lease()
    await expire()
    expect(await second.lease()).toMatchObject({ attempts: 1, wasLost: true })
    expect(await readRows()).toMatchObject([
      { last_error: 'The process that handled it ended or was frozen' },
    ])
    await second.postpone()
    await expire()
    expect(await first.lease()).toMatchObject({ attempts: 1, wasLost: true })
    await first.postpone()
    expect(await first.begin()).toBe(true)
    await expire()
    expect(await second.lease()).toMatchObject({ attempts: 2, wasLost: true })
    expect(await first.begin()).toBe(false)
    await second.giveBack()
    expect(await first.lease()).toMatchObject({ attempts: 2, wasLost: false })
  })

  it('ends with a letter also if one of the row is still open: that one is answered', async () => {
    const { first } = await createTwoWorkers()
    await first.lease()
    await first.deadLetter()
    const revive = {
      work: 'is_dead = false',
      outbox: 'outcome = null',
      timers: `outcome = null, due_at = now()`,
    }
    await setRow(revive[table])
    await first.lease()
    expect(await first.deadLetter()).toBe(true)
    const { rows } = await database.asOwner('select resolution from dead_letters order by id')
    expect(rows).toEqual([{ resolution: 'retried' }, { resolution: null }])
  })

  it('ends with a dead letter, which an operator retries or skips', async () => {
    const { first, second } = await createTwoWorkers()
    await first.lease()
    expect(await first.deadLetter()).toBe(true)
    expect(await first.deadLetter()).toBe(false)
    expect(await second.lease()).toBeUndefined()
    const [dead] = await listDeadLetters(database.pool)
    expect(dead).toMatchObject({ consumer: 'orders', position: 7, attempts: 5, error: 'late' })
    await retryDeadLetter(database.pool, dead?.id ?? 0, 'admin:test')
    expect(await second.lease()).toMatchObject({ attempts: 0 })

    expect(await second.deadLetter()).toBe(true)
    const [again] = await listDeadLetters(database.pool)
    await skipDeadLetter(database.pool, again?.id ?? 0, { reason: 'not needed', operator: 'admin:test' })
    expect(await first.lease()).toBeUndefined()
    expect(await first.leaseDue()).toEqual([])
    expect(await listDeadLetters(database.pool)).toEqual([])
  })

  it('is given without reading the rows that are not due yet', async () => {
    const { first, second } = await createTwoWorkers()
    await database.asOwner(createLater[table], [50_000])
    await database.asOwner(`analyze ${table}`)
    // 50,000 rows are several hundred pages of the index alone
    expect(await countBuffers((pool) => first.leaseDue(pool))).toBeLessThan(100)
    expect(await second.leaseDue()).toEqual([])
  })
})
