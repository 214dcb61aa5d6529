import { randomUUID } from 'node:crypto'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { runLoop } from '@jaanch/platform/run-loop'
import { createTestAppender, useAppender, useTestDatabase } from '@jaanch/tests/support/database'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { type Append, type Appended, VersionConflictError } from './append.ts'
import type { JaanchEvent, Recorded } from './events.ts'
import { readHead, readLog, readLogInOrder, readStream } from './read.ts'

const database = useTestDatabase()
const appender = useAppender(database)

const approved: JaanchEvent = { type: 'LabApproved', data: {} }

function createAppend(change: Partial<Append> = {}): Append {
  return {
    id: randomUUID(),
    streamId: `lab-${randomUUID()}`,
    expected: 'any',
    events: [approved],
    actor: 'system:test',
    ...change,
  }
}

async function everything(): Promise<Recorded[]> {
  const events: Recorded[] = []
  for (;;) {
    const batch = await readLog(database.pool, events.length, 1_000)
    if (batch.length === 0) return events
    events.push(...batch)
  }
}

describe('appending', () => {
  it('gives an append consecutive positions and versions and reads back what was written', async () => {
    const append = createAppend({
      events: [approved, { type: 'LabAssigned', data: { labPartnerId: randomUUID() } }],
      correlationId: 'request-1',
      causationId: 1,
      actor: 'admin:someone',
    })
    const clock = async () => Number((await database.asOwner('select clock_timestamp() as now')).rows[0].now)
    const before = await clock()
    const result = await appender.append(append)
    expect(Number(result.at)).toBeGreaterThanOrEqual(before)
    expect(Number(result.at)).toBeLessThanOrEqual(await clock())
    const events = await readStream(database.pool, append.streamId)
    expect(result).toEqual({ position: events[1]?.position, version: 2, duplicate: false, at: events[1]?.at })
    expect(events.map((event) => event.version)).toEqual([1, 2])
    expect(events[1]?.position).toBe((events[0]?.position ?? 0) + 1)
    expect(events[1]).toMatchObject({
      ...append.events[1],
      actor: 'admin:someone',
      correlationId: 'request-1',
      causationId: 1,
    })
  })

  it('rejects an append with a stale version and returns the actual version', async () => {
    const { streamId } = await appendOne({ expected: 0 })
    const stale = appender.append(createAppend({ streamId, expected: 0 }))
    await expect(stale).rejects.toThrow(VersionConflictError)
    await expect(stale).rejects.toMatchObject({ actual: 1 })
    await appender.append(createAppend({ streamId, expected: 1 }))
    expect(await readStream(database.pool, streamId)).toHaveLength(2)
  })

  it('checks the appends of one batch to one stream in their order', async () => {
    const streamId = `lab-${randomUUID()}`
    const outcomes = await Promise.allSettled([
      appender.append(createAppend({ streamId, expected: 0 })),
      appender.append(createAppend({ streamId, expected: 1, events: [approved, approved] })),
      appender.append(createAppend({ streamId, expected: 1 })),
      appender.append(createAppend({ streamId, expected: 'any' })),
      appender.append(createAppend({ streamId, expected: 4 })),
    ])
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ])
    expect((await readStream(database.pool, streamId)).map((event) => event.version)).toEqual([1, 2, 3, 4, 5])
  })

  it('appends the same id once when several connections send it at the same time', async () => {
    const append = createAppend({ expected: 0, events: [approved, approved] })
    const pools = Array.from({ length: 8 }, () =>
      createPostgresPool({ url: database.url, name: 'test', max: 1 }),
    )
    const results = await Promise.all(pools.map((pool) => createTestAppender({ pool }).append(append)))
    await Promise.all(pools.map((pool) => pool.end()))
    expect(results.filter((result) => !result.duplicate)).toHaveLength(1)
    expect(new Set(results.map((result) => `${result.position}/${result.version}`)).size).toBe(1)
    expect(await readStream(database.pool, append.streamId)).toHaveLength(2)
  })

  it('judges each append of a batch by itself: repeated ones, conflicts and new ones, with several events', async () => {
    const [known, repeated] = [await appendOne({ expected: 0 }), await appendOne()]
    const head = await readHead(database.pool)
    const two = [approved, approved]
    const shared = `lab-${randomUUID()}`
    const { rows } = await database.pool.query(
      'select outcome, last_position, last_version, recorded_at from log.append_batch($1)',
      [
        JSON.stringify([
          { ...member(), expected: 0, events: two.map(() => member().events[0]) },
          { ...member(repeated.id, repeated.streamId), expected: 0 },
          { ...member(undefined, known.streamId), expected: 0 },
          { ...member(undefined, known.streamId), expected: 1 },
          { ...member(undefined, shared), expected: 0 },
          member(undefined, shared),
          { ...member(undefined, shared), expected: 1 },
        ]),
      ],
    )
    const answers = rows.map(({ outcome, last_position: position, last_version: version }) => [
      outcome,
      position === null ? null : position - head,
      version,
    ])
    expect(answers).toEqual([
      ['appended', 2, 2],
      ['duplicate', expect.any(Number), 1],
      ['conflict', null, 1],
      ['appended', 3, 2],
      ['appended', 4, 1],
      ['appended', 5, 2],
      ['conflict', null, 2],
    ])
    const recorded = await readLog(database.pool, head, 10)
    expect(recorded.map(({ position }) => position - head)).toEqual([1, 2, 3, 4, 5])
    for (const { at } of recorded) expect(at).toEqual(rows[0].recorded_at)
    expect(rows[1].recorded_at).toBeNull()
  })

  it('rejects only the append whose data Postgres cannot store, and appends the rest of its batch', async () => {
    const bad = createAppend({ actor: 'a NUL \u0000 in its text' })
    const good = Array.from({ length: 20 }, () => createAppend())
    const outcomes = await Promise.allSettled(
      [...good.slice(0, 7), bad, ...good.slice(7)].map((append) => appender.append(append)),
    )
    expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toHaveLength(1)
    expect(outcomes[7]?.status).toBe('rejected')
    for (const append of good) expect(await readStream(database.pool, append.streamId)).toHaveLength(1)
    expect(await readStream(database.pool, bad.streamId)).toHaveLength(0)
  })

  it('rejects data that does not match the event type before sending', async () => {
    const head = await readHead(database.pool)
    const wrong = { type: 'LabAssigned', data: { labPartnerId: 'not a uuid' } } as JaanchEvent
    await expect(appender.append(createAppend({ events: [wrong] }))).rejects.toThrow()
    expect(await readHead(database.pool)).toBe(head)
  })

  it('reuses the positions of a rolled-back append', async () => {
    const head = await readHead(database.pool)
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query('select * from log.append_batch($1)', [JSON.stringify([member()])])
    await client.query('rollback')
    client.release()
    const { position } = await appender.append(createAppend())
    expect(position).toBe(head + 1)
  })
})

describe('the append-only log', () => {
  it.each([
    'update log.events set actor = actor',
    'delete from log.events',
    'truncate log.events',
    'update log.events set actor = actor where false',
  ])('refuses: %s', async (statement) => {
    await appender.append(createAppend())
    const before = await readHead(database.pool)
    await expect(database.asOwner(statement)).rejects.toThrow(/append-only/)
    await expect(database.pool.query(statement)).rejects.toThrow(/permission denied/)
    expect(await readHead(database.pool)).toBe(before)
  })

  it('refuses an insert that bypasses log.append_batch', async () => {
    await expect(
      database.pool.query(
        `insert into log.events select position + 1, stream_id, version + 99, type, schema_version, data, actor,
         correlation_id, causation_id, at, gen_random_uuid(), 0 from log.events limit 1`,
      ),
    ).rejects.toThrow(/permission denied/)
  })
})

describe('with 16 concurrent writers, conflicts, rollbacks and an open transaction of another client', () => {
  it('shows each event to a live reader once, in order, at positions 1..n without gaps', async () => {
    // a transaction that is open from the beginning to the end: it must not delay any reader
    const foreign = await database.pool.connect()
    await foreign.query('set idle_in_transaction_session_timeout = 0')
    await foreign.query('begin isolation level repeatable read')
    await foreign.query('select txid_current()')

    const stop = new AbortController()
    const seen: Recorded[] = []
    const reading = runLoop({
      name: 'test',
      async pass() {
        const events = await readLogInOrder(database.pool, seen.length, 50)
        seen.push(...events)
        return events.length > 0
      },
      pollMs: 5,
      onError: (error) => expect.unreachable(String(error)),
      signal: stop.signal,
    })

    const streams = Array.from({ length: 5 }, () => `lab-${randomUUID()}`)
    const accepted: { streamId: string; size: number }[] = []
    let conflicts = 0
    await Promise.all(
      Array.from({ length: 16 }, async (_, writer) => {
        const pool = createPostgresPool({ url: database.url, name: `writer-${writer}`, max: 1 })
        const mine = createTestAppender({ pool })
        for (let round = 0; round < 40; round += 1) {
          const streamId = streams[(writer + round) % streams.length] as string
          if (round % 7 === 3) await rollBackAnAppend(pool)
          const history = round % 2 === 0 ? 'any' : (await readStream(pool, streamId)).length
          const events = Array.from({ length: 1 + (round % 3) }, () => approved)
          try {
            await mine.append(createAppend({ streamId, expected: history, events }))
            accepted.push({ streamId, size: events.length })
          } catch (error) {
            if (!(error instanceof VersionConflictError)) throw error
            conflicts += 1
          }
        }
        await mine.close()
        await pool.end()
      }),
    )

    const head = await readHead(database.pool)
    await expect.poll(() => seen.length).toBe(head)
    stop.abort()
    await reading
    await foreign.query('rollback')
    foreign.release()

    expect(seen.map((event) => event.position)).toEqual(Array.from({ length: head }, (_, index) => index + 1))
    expect(conflicts).toBeGreaterThan(0)
    for (const streamId of streams) {
      const versions = seen.filter((event) => event.streamId === streamId).map((event) => event.version)
      const size = accepted
        .filter((append) => append.streamId === streamId)
        .reduce((sum, append) => sum + append.size, 0)
      expect(versions).toEqual(Array.from({ length: size }, (_, index) => index + 1))
    }
    expect(await everything()).toEqual(seen)
  })
})

describe('when the connection breaks while a batch is in flight', () => {
  it('records each append exactly once and answers every caller', async () => {
    const name = `victim-${randomUUID().slice(0, 8)}`
    const pool = createPostgresPool({ url: database.url, name, max: 1 })
    const victim = createTestAppender({ pool })
    const killer = new pg.Client({ connectionString: database.url })
    await killer.connect()
    let kills = 0
    let answersAtKill = -1
    const stop = new AbortController()
    const appends: Append[] = []
    const results: Appended[] = []
    const killing = (async () => {
      while (!stop.signal.aborted) {
        // at most once per answered batch: on a slow machine none would be answered otherwise
        if (results.length > answersAtKill) {
          const { rowCount } = await killer.query(
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and state = 'active'",
            [name],
          )
          if (rowCount) answersAtKill = results.length
          kills += rowCount ?? 0
        }
        await new Promise((resolve) => setTimeout(resolve, 15))
      }
    })()

    const giveUpAt = Date.now() + 120_000
    try {
      // on a fast machine a batch is rarely in flight: repeat until some were interrupted
      while (appends.length < 1_000 || (kills < 3 && Date.now() < giveUpAt)) {
        const batch = Array.from({ length: 50 }, () => createAppend({ expected: 0 }))
        appends.push(...batch)
        results.push(...(await Promise.all(batch.map((append) => victim.append(append)))))
      }
    } finally {
      stop.abort()
      await killing
      await killer.end()
      await victim.close()
      await pool.end()
    }

    expect(kills).toBeGreaterThan(0)
    const recorded = Map.groupBy(await everything(), (event) => event.streamId)
    for (const [index, append] of appends.entries()) {
      expect(recorded.get(append.streamId)?.map((event) => event.position)).toEqual([
        results[index]?.position,
      ])
    }
  })
})

async function appendOne(change: Partial<Append> = {}): Promise<Append> {
  const append = createAppend(change)
  await appender.append(append)
  return append
}

function member(id: string = randomUUID(), stream = `lab-${randomUUID()}`) {
  return {
    id,
    stream,
    expected: null,
    actor: 'system:test',
    events: [{ type: 'LabApproved', schema: 1, data: {} }],
  }
}

async function rollBackAnAppend(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  await client.query('begin')
  await client.query('select * from log.append_batch($1)', [JSON.stringify([member(), member()])])
  await client.query('rollback')
  client.release()
}
