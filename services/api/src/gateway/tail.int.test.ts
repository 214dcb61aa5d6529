import { randomUUID } from 'node:crypto'
import { notificationKinds } from '@jaanch/booking/notifications/kinds'
import type { PrescriptionEvent } from '@jaanch/booking/prescriptions/prescription'
import { uuid } from '@jaanch/booking/testing/bookings'
import { modelVersion } from '@jaanch/booking-stream/model-version'
import type { Caller } from '@jaanch/contracts/caller'
import { streamId } from '@jaanch/eventlog/events'
import { createLog } from '@jaanch/platform/logging'
import { createWakeSignal } from '@jaanch/platform/run-loop'
import { createSlonikPool } from '@jaanch/platform/slonik'
import { feed } from '@jaanch/projector/feed/feed'
import { createGeneration, goLive } from '@jaanch/projector/generations/generations'
import { useAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { appendInOrder, customers, eventsOf, steps } from '@jaanch/tests/support/histories'
import { createUser } from '@jaanch/tests/support/people'
import { headOf, liveGeneration } from '@jaanch/tests/support/read-tables'
import fc from 'fast-check'
import type pg from 'pg'
import type { DatabasePool } from 'slonik'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Change } from './change-kinds.ts'
import { createPushHealth } from './push-health.ts'
import { catchUp } from './send-catch-up.ts'
import { type TailOptions, tailReadTables } from './tail.ts'

const database = useTestDatabase()
let db: DatabasePool
const appender = useAppender(database)
let client: pg.PoolClient

beforeAll(async () => {
  db = await createSlonikPool({ url: database.url, name: 'test' })
  client = await database.pool.connect()
  const generation = await createGeneration(client)
  await change(5)
  await project(generation)
  await goLive(client, generation)
})

afterAll(async () => {
  client.release()
  await db.end()
})

/** Places bookings and assigns one lab and then another: each has a row and a booking removal. */
async function change(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  const moves = ids.flatMap((_, booking) =>
    [51, 52].map((n) => ({ booking, command: { type: 'assignLab' as const, labPartnerId: uuid(n) } })),
  )
  await appendInOrder(
    appender,
    eventsOf(moves, (booking) => ids[booking] as string),
  )
  return ids
}

async function project(generation: number): Promise<void> {
  while ((await feed(client, generation)) !== undefined);
}

async function liveNumber(): Promise<number> {
  return (await liveGeneration(database))?.generation as number
}

/** Uploads and declines prescriptions, in any order with each other. */
async function uploadPrescriptions(customerId: string, count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => randomUUID())
  for (const id of ids) {
    await database.asOwner(
      "insert into prescriptions (id, customer_id, original_file_name) values ($1, $2, 'a.pdf')",
      [id, customerId],
    )
  }
  const append = (id: string, event: PrescriptionEvent) =>
    appender.append({
      id: randomUUID(),
      streamId: streamId('prescription', id),
      expected: 'any',
      events: [event],
      actor: 'system:test',
    })
  await Promise.all(
    ids.map((id) => append(id, { type: 'PrescriptionUploaded', data: { prescriptionId: id, customerId } })),
  )
  await Promise.all(ids.map((id) => append(id, { type: 'PrescriptionDeclined', data: {} })))
}

/** Every row that changed after a position, as a client sees it: kind, key and position. */
async function rowsAfter(generation: number, position: number): Promise<string[]> {
  const { rows } = await database.asOwner(
    `select 'booking ' || id || ' ' || position as row from read_${generation}.bookings where position > $1
     union all select 'removal ' || booking_id || ' ' || lab_partner_id || ' ' || position
       from read_${generation}.booking_removals where position > $1
     union all select 'prescription ' || id || ' ' || position from read_${generation}.prescriptions where position > $1
     union all select 'notification ' || owner || ' ' || position from read_${generation}.notifications where position > $1`,
    [position],
  )
  return rows.map(({ row }) => row).sort()
}

/** The same for an emitted change. */
function rowOf({ event, message, rooms: [room = ''] }: Change): string {
  if ('prescription' in message) return `prescription ${message.prescription.id} ${message.position}`
  if ('notification' in message) return `notification ${ownerOf(room)} ${message.position}`
  if ('booking' in message && message.booking) return `booking ${message.booking.id} ${message.position}`
  if ('id' in message) return `removal ${message.id} ${ownerOf(room)} ${message.position}`
  return event
}

const ownerOf = (room: string) =>
  room
    .replace('admins notification', '00000000-0000-0000-0000-000000000000')
    .replace(/^(user|lab) /, '')
    .replace(/ (booking|notification)$/, '')

const running: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of running.splice(0)) await stop()
})

/** Starts a tail, and waits until it emits every later change. */
async function startTail(change: Partial<TailOptions> = {}) {
  const wakeSignal = createWakeSignal()
  const stopping = new AbortController()
  const emitted: Change[] = []
  const epochs: string[] = []
  const log = createLog('test', process.env.LOG_LEVEL ?? 'silent')
  const { health = createPushHealth(log) } = change
  const tailing = tailReadTables({
    source: { db, modelVersion },
    db: database.pool,
    wakeSignal,
    onEpoch: (epoch) => epochs.push(epoch),
    emit: (changes) => emitted.push(...changes),
    health,
    log,
    signal: stopping.signal,
    ...change,
  })
  async function stop(): Promise<void> {
    stopping.abort()
    await tailing
  }
  running.push(stop)
  await expect.poll(() => health.details().position, { interval: 5 }).toBeDefined()
  /** Waits until it has emitted all changes of the read tables. */
  async function untilEmitted(): Promise<void> {
    const position = (await liveGeneration(database))?.position
    wakeSignal.notify()
    await expect.poll(() => health.details().position, { interval: 5 }).toBe(position)
  }
  return { emitted, epochs, health, wakeSignal, untilEmitted, stop }
}

describe('the tail of the read tables', () => {
  it('emits the last state of every row of every kind, wherever the limit cuts', async () => {
    for (const id of customers) await createUser(database, 'customer', id)
    const generation = await liveNumber()
    await fc.assert(
      fc.asyncProperty(
        steps(5, 40),
        fc.nat(4),
        fc.integer({ min: 1, max: 4 }),
        async (life, uploads, batchSize) => {
          const before = await headOf(database)
          const { emitted, untilEmitted, stop } = await startTail({ batchSize })
          const ids = Array.from({ length: 5 }, () => randomUUID())
          await Promise.all([
            appendInOrder(
              appender,
              eventsOf(life, (booking) => ids[booking] as string),
            ),
            uploadPrescriptions(customers[0] as string, uploads),
          ])
          await project(generation)
          await untilEmitted()
          await stop()
          expect(emitted.map(rowOf).sort()).toEqual(await rowsAfter(generation, before))
          const positions = emitted.map(({ message }) => message.position)
          expect(positions).toEqual(positions.toSorted((one, other) => one - other))
        },
      ),
      { numRuns: 8 },
    )
  })

  it('emits all rows after a full page in which one refers to what is missing', async () => {
    const generation = await liveNumber()
    const { emitted, health, untilEmitted } = await startTail({ batchSize: 2 })
    const before = await headOf(database)
    await uploadPrescriptions(customers[0] as string, 5)
    await project(generation)
    const { rows } = await database.asOwner(
      `delete from prescriptions where id = (
         select id from read_${generation}.prescriptions where position > $1 order by position limit 1) returning id`,
      [before],
    )
    await untilEmitted()
    const all = await rowsAfter(generation, before)
    expect(emitted.map(rowOf).sort()).toEqual(
      all.filter((row) => !row.startsWith(`prescription ${rows[0].id}`)),
    )
    expect(health.details().unpresentable).toBe(1)
  })

  it('leaves out the rows that cannot be presented, logs and counts them, and emits all others', async () => {
    const generation = await liveNumber()
    const before = await headOf(database)
    const logged: object[] = []
    const health = createPushHealth({ error: (fields) => logged.push(fields) })
    const { emitted, untilEmitted } = await startTail({ health, batchSize: 3 })
    const ids = await change(6)
    await project(generation)
    const bookings = `read_${generation}.bookings`
    const notifications = `read_${generation}.notifications`
    // Postgres cannot compute one row, and the API does not know the kind of another
    await database.asOwner(
      `update ${bookings} set data = data || '{"familyMemberId": "nobody"}' where id = $1`,
      [ids[1]],
    )
    await database.asOwner(
      `update ${notifications} n set kind = 99 from log.events e
        where e.position = n.position and e.stream_id = 'booking-' || $1 and e.type = 'LabAssigned' and owner = $2`,
      [ids[4], customers[0]],
    )
    const all = await rowsAfter(generation, before)
    const bad = all.filter((row) => row.startsWith(`booking ${ids[1]}`))
    const { rows } = await database.asOwner(`select position from ${notifications} where kind = 99`)
    bad.push(...rows.map(({ position }) => `notification ${customers[0]} ${position}`))
    expect(bad.length).toBeGreaterThan(1)
    const good = all.filter((row) => !bad.includes(row))
    await untilEmitted()
    expect(emitted.map(rowOf).sort()).toEqual(good)
    expect(health.details()).toMatchObject({ unpresentable: bad.length, lag: 0 })
    expect(logged).toHaveLength(bad.length)
    expect(logged).toContainEqual(
      expect.objectContaining({ table: 'notifications', position: Number(rows[0].position) }),
    )

    // a catch-up: the same rows are left out, and not logged again
    const admin = {
      userId: customers[1] as string,
      role: 'admin',
      staffRole: 'owner',
      labRole: null,
      labPartnerId: null,
    } as const
    const customer = {
      userId: customers[0] as string,
      role: 'customer',
      staffRole: null,
      labRole: null,
      labPartnerId: null,
    } as const
    const missedBy = (reader: Caller) =>
      catchUp({ db, modelVersion }, reader, { after: before, epoch: undefined }, health.unpresentable)
    const missed = await missedBy(admin)
    expect(missed.kind === 'caught-up' && missed.changes.map(rowOf).sort()).toEqual(
      // the notifications of admins have no owner
      good.filter((row) => /^booking|^prescription|^notification 00000000-0000-0000/.test(row)),
    )
    expect(logged).toHaveLength(bad.length)

    // mended: presented again, and no longer counted
    await database.asOwner(`update ${bookings} set data = data || '{"familyMemberId": null}'`)
    await database.asOwner(
      `update ${notifications} set kind = ${notificationKinds.indexOf('lab-assigned')} where kind = 99`,
    )
    for (const reader of [admin, customer]) await missedBy(reader)
    expect(health.details().unpresentable).toBe(0)
  })
})

describe('a tail begins a new epoch, and emits nothing that it emitted before,', () => {
  const epoch = async (): Promise<string> => (await database.asOwner('select id from log.epoch')).rows[0].id
  for (const [what, statement] of [
    [
      'if the event that it saw last is another one',
      `alter table log.events disable trigger append_only;
       update log.events set append_id = gen_random_uuid() where position = (select max(position) from log.events);
       alter table log.events enable trigger append_only`,
    ],
    ['if the database is a copy or a promoted standby', "update log.epoch set lineage = 'elsewhere'"],
  ] as const) {
    it(what, async () => {
      await change(2)
      await project(await liveNumber())
      const tails = [await startTail(), await startTail(), await startTail()]
      await expect
        .poll(async () => (await database.asOwner('select lineage from log.epoch')).rows[0].lineage)
        .not.toBeNull()
      const before = await epoch()
      await database.asOwner(statement)
      for (const { wakeSignal } of tails) wakeSignal.notify()
      for (const { epochs } of tails) await expect.poll(() => epochs).toHaveLength(2)
      const after = await epoch()
      expect(after).not.toBe(before)
      for (const { epochs } of tails) expect(epochs).toEqual([before, after])
      expect(tails.flatMap(({ emitted }) => emitted)).toEqual([])
      const { rowCount } = await database.asOwner(
        'select from log.epochs where began_at > (select began_at from log.epochs where id = $1)',
        [before],
      )
      expect(rowCount).toBe(1)

      const ids = await change(1)
      await project(await liveNumber())
      for (const { emitted, untilEmitted } of tails) {
        await untilEmitted()
        expect(emitted.map(rowOf)).toContainEqual(expect.stringContaining(`booking ${ids[0]}`))
      }
    })
  }
})
