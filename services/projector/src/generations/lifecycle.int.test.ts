import { randomUUID } from 'node:crypto'
import { modelVersion } from '@jaanch/contracts/model-version'
import { details, placed } from '@jaanch/domain/testing/bookings'
import { createLog } from '@jaanch/platform/logging'
import { useAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { anAppend } from '@jaanch/tests/support/histories'
import { headOf, liveGeneration, untilProjected } from '@jaanch/tests/support/read-tables'
import { afterEach, describe, expect, it } from 'vitest'
import { connect } from '../connection.ts'
import { feed } from '../feed/feed.ts'
import { tryLock } from '../feed/locks.ts'
import { runProjector } from '../feed/projector.ts'
import { createGeneration } from './generations.ts'
import { retireGenerations } from './retire.ts'

const database = useTestDatabase()
const appender = useAppender(database)
const running: { stop: AbortController; done: Promise<void> }[] = []
const often = { interval: 20 }

afterEach(async () => {
  for (const { stop } of running) stop.abort()
  await Promise.all(running.splice(0).map(({ done }) => done))
})

function startProjector(version = modelVersion, log = createLog('test', 'silent')) {
  const stop = new AbortController()
  const projector = { stop, done: runProjector({ url: database.url, log, signal: stop.signal, version }) }
  running.push(projector)
  return projector
}

async function place(): Promise<void> {
  const bookingId = randomUUID()
  await appender.append(
    anAppend(bookingId, { ...placed, data: { ...placed.data, ...details, bookingId } } as never),
  )
}

async function generation(number: number) {
  const { rows } = await database.asOwner(
    `select generation, model_version as version, state, position::int, stopped_at::int, stopped_type, stopped_why
       from read_generations where generation = $1`,
    [number],
  )
  return rows[0]
}

async function hasTables(number: number): Promise<boolean> {
  const { rows } = await database.asOwner('select to_regnamespace($1) is not null as there', [
    `read_${number}`,
  ])
  return rows[0].there
}

async function live() {
  const pointer = await liveGeneration(database)
  return generation(pointer?.generation ?? 0)
}

describe('during a rolling deployment with a new model version', () => {
  it('the old tables are fed until they are dropped, and an old projector does not make its tables live again', async () => {
    startProjector()
    await place()
    await untilProjected(database)
    const old = await live()
    expect(old.version).toBe(modelVersion)

    startProjector(modelVersion + 1)
    for (let n = 0; (await live()).version === modelVersion; n += 1) {
      await place()
      // the old one is read until then, and is up to date
      await untilProjected(database)
      expect(n).toBeLessThan(2_000)
    }
    const next = await live()
    expect(next.version).toBe(modelVersion + 1)
    expect((await generation(old.generation)).state).toBe('superseded')

    await place()
    const head = await headOf(database)
    await expect.poll(async () => (await generation(old.generation)).position, often).toBe(head)
    await expect.poll(async () => (await generation(next.generation)).position, often).toBe(head)

    // after a restart the old projector feeds its tables again
    startProjector()
    await place()
    const later = await headOf(database)
    await expect.poll(async () => (await generation(old.generation)).position, often).toBe(later)
    expect((await live()).generation).toBe(next.generation)

    await database.asOwner(
      "update read_generations set state_since = now() - interval '2 minutes' where generation = $1",
      [old.generation],
    )
    await expect.poll(() => hasTables(old.generation), often).toBe(false)
    expect((await generation(old.generation)).state).toBe('dropped')
    expect((await live()).generation).toBe(next.generation)
  })
})

describe('an unfinished generation of a builder', () => {
  it('is dropped when the builder has ended, and not before', async () => {
    const version = modelVersion + 1
    startProjector(version)
    const builder = await connect({ url: database.url, name: 'test builder' })
    await expect.poll(() => tryLock(builder, 'builder', version), often).toBe(true)
    const left = await createGeneration(builder, { version, madeFor: 'replay', bulk: true })
    const projector = await connect({ url: database.url, name: 'test' })
    await retireGenerations(projector, version)
    expect(await generation(left)).toMatchObject({ state: 'filling' })
    expect(await hasTables(left)).toBe(true)

    await builder.end()
    await expect.poll(() => hasTables(left), often).toBe(false)
    expect(await generation(left)).toMatchObject({ state: 'dropped' })
    const next = await createGeneration(projector, { version: 99 })
    // a number is never reused, because a request may still use it
    expect(next).toBeGreaterThan(left)
    await projector.end()
  })
})

describe('a generation that a projector was building when it was killed', () => {
  it('is completed by the next one, with its indexes', async () => {
    const version = modelVersion + 2
    const killed = await connect({ url: database.url, name: 'test projector' })
    const begun = await createGeneration(killed, { version, bulk: true })
    await feed(killed, begun, 1)
    await killed.end()

    startProjector(version)
    await expect.poll(async () => (await live()).generation, often).toBe(begun)
    await untilProjected(database)
    const { rows } = await database.asOwner(
      `select is_indexed, (select count(*)::int from pg_indexes where schemaname = 'read_' || generation) as indexes
         from read_generations where generation = $1`,
      [begun],
    )
    expect(rows[0].is_indexed).toBe(true)
    expect(rows[0].indexes).toBeGreaterThan(10)
    expect((await liveGeneration(database))?.position).toBe(await headOf(database))
  })
})

describe('an event that cannot be read', () => {
  it('stops the projector before it, with an error in the log, until it can be read', async () => {
    const version = modelVersion + 2
    const errors: object[] = []
    const log = createLog('test', 'error')
    log.error = ((details: object) => void errors.push(details)) as typeof log.error
    startProjector(version, log)
    await untilProjected(database)
    const before = await headOf(database)
    // in one statement, so that all events are in one batch
    await database.asOwner(
      `insert into log.events
       select $1 + n, 'package-' || gen_random_uuid(), 1,
              case when n = 3 then 'BookingTeleported' else 'PackageDeleted' end, 1,
              jsonb_build_object('packageId', gen_random_uuid()), 'system:test', null, null, now(), gen_random_uuid(), 0
         from generate_series(1, 5) n`,
      [before],
    )
    await expect.poll(async () => (await live()).stopped_at, often).toBe(before + 3)
    expect(await live()).toMatchObject({
      position: before + 2,
      stopped_type: 'BookingTeleported',
      stopped_why: 'No event type is called BookingTeleported',
    })
    expect(errors).toContainEqual(
      expect.objectContaining({ position: before + 3, type: 'BookingTeleported' }),
    )

    // stands for a deployment that knows the type
    await database.asOwner(`alter table log.events disable trigger append_only`)
    await database.asOwner(`update log.events set type = 'PackageDeleted' where position = $1`, [before + 3])
    await database.asOwner(`alter table log.events enable trigger append_only`)
    await expect.poll(async () => (await live()).position, often).toBe(before + 5)
    expect(await live()).toMatchObject({ stopped_at: null, stopped_why: null })
  })
})
