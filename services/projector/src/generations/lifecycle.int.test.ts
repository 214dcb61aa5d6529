import { randomUUID } from 'node:crypto'
import { details, placed } from '@jaanch/booking/testing/bookings'
import { modelVersion } from '@jaanch/booking-stream/model-version'
import { tryLock } from '@jaanch/eventlog/read-generations'
import { startHeartbeat } from '@jaanch/platform/heartbeat'
import { readReadiness } from '@jaanch/platform/probes'
import { useAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { anAppend } from '@jaanch/tests/support/histories'
import { headOf, liveGeneration, untilProjected } from '@jaanch/tests/support/read-tables'
import { describe, expect, it } from 'vitest'
import { connect } from '../connection.ts'
import { createFeed } from '../feed/feed.ts'
import { signal, silent, useProjectors } from '../testing/projecting.ts'
import { foldStreams } from './fill.ts'
import { createGeneration } from './generations.ts'
import { rebuild } from './rebuild.ts'
import { retireGenerations } from './retire.ts'

const database = useTestDatabase()
const appender = useAppender(database)
const projectors = useProjectors(database)
const startProjector = (version = modelVersion) => projectors({ version })
const often = { interval: 20 }

async function place(): Promise<void> {
  const bookingId = randomUUID()
  await appender.append(
    anAppend(bookingId, { ...placed, data: { ...placed.data, ...details, bookingId } } as never),
  )
}

async function generation(number: number) {
  const { rows } = await database.asOwner(
    'select generation, model_version as version, state, position::int from read_generations where generation = $1',
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

async function live(version = modelVersion) {
  const pointer = await liveGeneration(database, version)
  return pointer && generation(pointer.generation)
}

async function untilLive(version: number) {
  await expect.poll(() => live(version), often).toBeDefined()
  return (await live(version)) as NonNullable<Awaited<ReturnType<typeof live>>>
}

/** As if the processes of a version had been away for so long. */
async function age(version: number, interval: string): Promise<void> {
  await database.asOwner(
    "update read_generations set unused_since = clock_timestamp() - $2::interval where state = 'live' and model_version = $1",
    [version, interval],
  )
}

async function isUnused(version: number): Promise<boolean> {
  const { rows } = await database.asOwner(
    "select unused_since is not null as unused from read_generations where state = 'live' and model_version = $1",
    [version],
  )
  return rows[0].unused
}

describe('two model versions side by side', () => {
  const newer = modelVersion + 1

  it('each have a live generation that lacks no event, and stopping one stops only its own', async () => {
    const old = startProjector()
    await place()
    await untilProjected(database)
    const before = await live()
    const next = startProjector(newer)
    while (!(await live(newer))) {
      await place()
      await untilProjected(database)
    }
    expect((await untilLive(newer)).position).toBeGreaterThanOrEqual(Number(before?.position))
    expect(await live()).toMatchObject({ generation: before?.generation, state: 'live' })

    await place()
    await Promise.all([untilProjected(database), untilProjected(database, newer)])

    // the newer release is rolled back
    await next.stop()
    await place()
    await untilProjected(database)
    expect((await live(newer))?.position).toBe((await headOf(database)) - 1)

    // and is deployed again, with the old one gone
    await old.stop()
    startProjector(newer)
    await untilProjected(database, newer)
    expect(await live()).toMatchObject({ generation: before?.generation, state: 'live' })
  })

  it('are built before the projector is ready, so that a rollout keeps the one of the release before', async () => {
    const version = modelVersion + 6
    const client = await connect({ url: database.url, name: 'test builder' })
    expect(await tryLock(client, 'builder', version)).toBe(true)
    startProjector(version)
    const reasons = async () => (await readReadiness()).reasons
    await expect.poll(reasons, often).toEqual([`the read tables of model version ${version} are being built`])
    await client.end()
    await untilLive(version)
    await expect.poll(reasons, often).toEqual([])
  })

  it('replace their own live generation only', async () => {
    startProjector()
    startProjector(newer)
    // an event that they have to project: then both hold their locks
    await place()
    await Promise.all([untilProjected(database), untilProjected(database, newer)])
    const [own, other] = [await live(), await live(newer)]
    const options = { url: database.url, madeFor: 'replay', signal, version: newer } as const
    const rebuilt = await rebuild(options)
    expect(rebuilt).toMatchObject({ different: 0, wentLive: true, comparedWith: other?.generation })
    expect(await live(newer)).toMatchObject({ generation: rebuilt.generation })
    expect(await live()).toMatchObject({ generation: own?.generation })
  })

  it('are kept while a process of the version runs, and for ten minutes afterwards', async () => {
    const old = startProjector()
    startProjector(newer)
    const api = startHeartbeat({
      pool: database.pool,
      service: 'api',
      modelVersion,
      log: silent,
    })
    await Promise.all([untilProjected(database), untilProjected(database, newer)])
    // without a beat of the API, nothing says that it reads the tables
    await expect.poll(() => api.assertReaching(), often).toBeUndefined()
    const number = (await live())?.generation ?? 0
    await old.stop()

    // no projector of the version is left, but an API reads its tables
    await age(modelVersion, '1 hour')
    await expect.poll(() => isUnused(modelVersion), often).toBe(false)
    await api.stop()
    await expect.poll(() => isUnused(modelVersion), often).toBe(true)
    await age(modelVersion, '9 minutes')
    const client = await connect({ url: database.url, name: 'test' })
    await retireGenerations(client, newer)
    expect(await live()).toMatchObject({ generation: number })

    await age(modelVersion, '10 minutes')
    await retireGenerations(client, newer)
    await client.end()
    expect(await generation(number)).toMatchObject({ state: 'dropped' })
    expect(await hasTables(number)).toBe(false)
    expect(await live(newer)).toBeDefined()

    // a rollback after that builds them again
    startProjector()
    await untilProjected(database)
    expect((await live())?.generation).toBeGreaterThan(number)
  })

  it('are both kept until one of them has a projector with live tables', async () => {
    const stranger = modelVersion + 5
    const client = await connect({ url: database.url, name: 'test' })
    const versions = [modelVersion, newer]
    for (const version of versions) await age(version, '1 hour')
    await retireGenerations(client, stranger)
    await client.end()
    for (const version of versions) expect(await live(version)).toBeDefined()
  })
})

describe('an unfinished generation of a builder', () => {
  it('is dropped when the builder has ended, and not before', async () => {
    const version = modelVersion + 1
    startProjector(version)
    await untilLive(version)
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
  it('is completed by the next one if it has its indexes and a checkpoint', async () => {
    const version = modelVersion + 2
    const killed = await connect({ url: database.url, name: 'test projector' })
    const begun = await createGeneration(killed, { version })
    await createFeed(killed, begun).next(1)
    await killed.end()

    startProjector(version)
    expect((await untilLive(version)).generation).toBe(begun)
    await untilProjected(database, version)
  })

  it('is dropped and built again if it was still folded, because its tables contain a part of the rows', async () => {
    const version = modelVersion + 3
    const client = await connect({ url: database.url, name: 'test projector' })
    const begun = await createGeneration(client, { version, bulk: true })
    await foldStreams({ url: database.url, client, generation: begun, upto: 1, signal })
    await client.end()
    startProjector(version)
    const built = await untilLive(version)
    expect(built.generation).toBeGreaterThan(begun)
    expect(await hasTables(begun)).toBe(false)
    await untilProjected(database, version)
    const { different } = await rebuild({ url: database.url, madeFor: 'verify', signal, version })
    expect(different).toBe(0)
  })
})

describe('a generation that goes live', () => {
  it('has statistics of its tables for the planner', async () => {
    const { rows } = await database.asOwner(
      "select distinct tablename from pg_stats join pg_tables using (schemaname, tablename) where schemaname = 'read_' || $1 order by tablename",
      [(await live(modelVersion + 2))?.generation],
    )
    expect(rows.map(({ tablename }) => tablename)).toEqual([
      'bookings',
      'counts',
      'notifications',
      'statistics',
      'statistics_totals',
    ])
  })
})
