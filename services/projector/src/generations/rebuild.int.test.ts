import { useAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { startProxy } from '@jaanch/tests/support/proxy'
import { readTablesOf, untilProjected } from '@jaanch/tests/support/read-tables'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appendLives, liveNumber, lockHolders, signal, useProjectors } from '../testing/projecting.ts'
import { createGeneration } from './generations.ts'
import { type RebuildOptions, rebuild } from './rebuild.ts'

const database = useTestDatabase()
const appender = useAppender(database)
const startProjector = useProjectors(database, afterAll)
let projector: ReturnType<typeof startProjector>
/** Bookings in every status after the assignment */
const appendBookings = (count: number) => appendLives(appender, count, (n) => 4 - (n % 5))

beforeAll(async () => {
  projector = startProjector()
  await appendBookings(40)
})

function run(options: Partial<RebuildOptions> = {}) {
  return rebuild({ url: database.url, madeFor: 'replay', signal, ...options })
}

const verify = () => run({ madeFor: 'verify' })
const live = () => liveNumber(database)

async function statesOf(...generations: number[]): Promise<string[]> {
  const { rows } = await database.asOwner(
    'select state from read_generations where generation = any ($1) order by generation',
    [generations],
  )
  return rows.map(({ state }) => state)
}

async function schemas(): Promise<string[]> {
  const { rows } = await database.asOwner(
    "select nspname as name from pg_namespace where nspname like 'read\\_%' order by nspname",
  )
  return rows.map(({ name }) => name)
}

describe('a rebuild of the read tables', () => {
  it('has the same rows as the live tables and replaces them', async () => {
    await untilProjected(database)
    const before = await live()
    const rebuilt = await run()
    expect(rebuilt).toMatchObject({ comparedWith: before, different: 0, wentLive: true })
    expect(await live()).toBe(rebuilt.generation)
    expect(await statesOf(before, rebuilt.generation)).toEqual(['superseded', 'live'])
    const bookings = rebuilt.tables.find(({ table }) => table === 'bookings')
    expect(bookings).toMatchObject({ live: 40, rebuilt: 40, different: 0 })
  })

  it('has the same indexes as a generation that is created with them', async () => {
    const definitionsOf = async (generation: number) => {
      const { rows } = await database.asOwner(
        'select indexdef from pg_indexes where schemaname = $1 order by indexname',
        [`read_${generation}`],
      )
      return rows.map(({ indexdef }) => indexdef.replaceAll(`read_${generation}`, 'read'))
    }
    const rebuilt = await run()
    const client = await database.pool.connect()
    const whole = await createGeneration(client).finally(() => client.release())
    expect(await definitionsOf(rebuilt.generation)).toEqual(await definitionsOf(whole))
  })

  it('is fed together with the generation that it superseded', async () => {
    const before = await live()
    const { generation } = await run()
    // it is kept as long as this test takes
    await database.asOwner(
      "update read_generations set state_since = now() + interval '1 day' where generation = $1",
      [before],
    )
    await appendBookings(5)
    await untilProjected(database)
    await expect
      .poll(async () => (await readTablesOf(database, before)).bookings)
      .toEqual((await readTablesOf(database, generation)).bookings)
  })

  it('leaves nothing behind if it only verifies', async () => {
    const [before, had] = [await live(), await schemas()]
    const verified = await verify()
    expect(verified).toMatchObject({ different: 0, wentLive: false, comparedWith: before })
    expect(await live()).toBe(before)
    expect(await statesOf(verified.generation)).toEqual(['dropped'])
    // superseded ones of earlier tests may have been dropped meanwhile
    expect(had).toEqual(expect.arrayContaining(await schemas()))
  })

  it.each(['filling', 'comparing'])(
    'drops the unfinished generation if it is interrupted while %s',
    async (moment) => {
      const [before, had] = [await live(), await schemas()]
      const stop = new AbortController()
      const interrupted = run({
        signal: stop.signal,
        onPhase: (phase) => phase === moment && stop.abort(new Error('Ctrl-C')),
      })
      await expect(interrupted).rejects.toThrow('Ctrl-C')
      expect(await live()).toBe(before)
      // superseded ones of earlier tests may have been dropped meanwhile
      expect(had).toEqual(expect.arrayContaining(await schemas()))
    },
  )

  it.each([
    ['keeps its lock when it freezes for a while', 600_000],
    ['loses its lock when it is frozen for longer, so that another one can begin', 5_000],
  ])(
    '%s',
    async (_, silenceMs) => {
      await untilProjected(database)
      const proxy = await startProxy(database.url)
      const silenced = Promise.withResolvers<void>()
      const frozen = run({
        url: proxy.url,
        madeFor: 'verify',
        silenceMs,
        onPhase: (phase, table) => {
          if (phase !== 'comparing' || table) return
          proxy.silence()
          silenced.resolve()
        },
      }).catch((error: Error) => error)
      // on a slow machine it may have been silent for too long before
      await Promise.race([silenced.promise, frozen])
      if (silenceMs > 5_000) await expect(verify()).rejects.toThrow('under way')
      else
        await expect
          .poll(() => verify().catch((error) => error))
          .toMatchObject({ different: 0, wentLive: false })
      await proxy.close()
      expect(await frozen).toBeInstanceOf(Error)
    },
    240_000,
  )

  it('is refused if no projector would feed the result', async () => {
    await projector.stop()
    await expect(run()).rejects.toThrow('No projector is running')
    expect(await verify()).toMatchObject({ different: 0 })
    projector = startProjector()
    // the next tests need its lock; without new events there is no other sign that it runs
    await expect.poll(() => lockHolders(database)).not.toEqual([])
    await untilProjected(database)
  })
})

describe('live tables that differ from the log', () => {
  it('stay live unless differences are accepted, and are reported by key and by the columns that differ', async () => {
    const before = await live()
    const { rows } = await database.asOwner(
      `update read_${before}.bookings set data = jsonb_set(data, '{priority}', '"low"') || '{"escalation": "none"}'
        where id = (select min(id::text)::uuid from read_${before}.bookings) returning id`,
    )
    const { tables, wentLive } = await run()
    expect(wentLive).toBe(false)
    expect(tables.flatMap(({ examples }) => examples)).toEqual([
      {
        table: 'bookings',
        key: { id: rows[0].id },
        live: { data: { priority: 'low', escalation: 'none' }, escalation: 'none' },
        rebuilt: { data: { priority: 'medium', escalation: null }, escalation: null },
      },
    ])
    expect(await live()).toBe(before)
    expect(await run({ accepts: ({ different }) => different === 1 })).toMatchObject({ wentLive: true })
    expect(await verify()).toMatchObject({ different: 0 })
  })

  it('are reported if they have a table that the rebuilt ones lack', async () => {
    const before = await live()
    await database.asOwner(
      `create table read_${before}.novelties (owner text, n int, note text, primary key (owner, n))`,
    )
    await expect(verify()).rejects.toThrow('novelties')
    await database.asOwner(`drop table read_${before}.novelties`)
  })
})
