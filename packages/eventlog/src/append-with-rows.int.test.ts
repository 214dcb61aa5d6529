import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { useAppender, useTestDatabase } from '@jaanch/tests/support/database'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Append, VersionConflictError } from './append.ts'
import { appendWithRows } from './append-with-rows.ts'
import { readStream } from './read.ts'
import type { BlockedAppend } from './testing/append-and-block.ts'

const database = useTestDatabase()
const appender = useAppender(database)

let pool: pg.Pool
beforeAll(async () => {
  pool = createPostgresPool({ url: database.url, name: 'with rows', max: 2 })
  await database.asOwner('create table notes (text text); grant select, insert on notes to jaanch_app')
})
afterAll(() => pool.end())

function createAppend(change: Partial<Append> = {}): Append {
  return {
    id: randomUUID(),
    streamId: `lab-${randomUUID()}`,
    expected: 0,
    events: [{ type: 'LabApproved', data: {} }],
    actor: 'system:test',
    ...change,
  }
}

const note = (text: string) => (client: pg.ClientBase) =>
  client.query('insert into notes (text) values ($1)', [text])

async function notes(text: string): Promise<number> {
  return (await database.pool.query('select from notes where text = $1', [text])).rowCount ?? 0
}

describe('an append with rows', () => {
  it('records the event and the rows together [V2.3.3]', async () => {
    const append = createAppend()
    const appended = await appendWithRows(pool, append, note(append.id))
    const [event] = await readStream(database.pool, append.streamId)
    expect(appended).toEqual({ position: event?.position, version: 1, duplicate: false })
    expect(await notes(append.id)).toBe(1)
  })

  it('that meets another version records neither, and says which version is there [V2.3.3]', async () => {
    const first = createAppend()
    await appender.append(first)
    const second = createAppend({ streamId: first.streamId })
    const conflict = await appendWithRows(pool, second, note(second.id)).catch((error) => error)
    expect(conflict).toBeInstanceOf(VersionConflictError)
    expect(conflict).toMatchObject({ streamId: first.streamId, actual: 1 })
    expect(await notes(second.id)).toBe(0)
    expect(await readStream(database.pool, first.streamId)).toHaveLength(1)
  })

  it('records nothing if no row changed', async () => {
    const append = createAppend()
    expect(await appendWithRows(pool, append, async () => false)).toBeUndefined()
    expect(await readStream(database.pool, append.streamId)).toEqual([])
  })

  it('sent again writes its rows and its event once, and is answered like the first', async () => {
    const append = createAppend()
    const first = await appendWithRows(pool, append, note(append.id))
    const second = await appendWithRows(pool, append, note(append.id))
    expect(second).toEqual({ ...first, duplicate: true })
    expect(await notes(append.id)).toBe(1)
  })

  it('sent twice at the same time writes its rows and its event once', async () => {
    const append = createAppend({ expected: 'any' })
    const answers = await Promise.all([1, 2].map(() => appendWithRows(pool, append, note(append.id))))
    expect(answers.map((answer) => answer?.duplicate).toSorted()).toEqual([false, true])
    expect(answers[0]?.position).toBe(answers[1]?.position)
    expect(await notes(append.id)).toBe(1)
  })

  it.each(['before', 'after'] as const)(
    'is sent again when its connection is lost %s the commit',
    async (moment) => {
      const append = createAppend()
      let attempts = 0
      const appended = await appendWithRows(pool, append, async (client) => {
        attempts += 1
        await note(append.id)(client)
        if (attempts === 1) loseConnection(client, moment)
      })
      expect(appended).toMatchObject({ version: 1, duplicate: moment === 'after' })
      expect(attempts).toBe(moment === 'after' ? 1 : 2)
      expect(await notes(append.id)).toBe(1)
      expect(await readStream(database.pool, append.streamId)).toHaveLength(1)
    },
  )

  it('does not delay the appends of other processes while its own process is blocked', async () => {
    const append = createAppend()
    const state = new Int32Array(new SharedArrayBuffer(4))
    const workerData: BlockedAppend = { url: database.url, append, state }
    const thread = new Worker(new URL('./testing/append-and-block.ts', import.meta.url), { workerData })
    const ended = once(thread, 'exit')
    await expect.poll(() => Atomics.load(state, 0)).toBe(1)

    const other = await appender.append(createAppend())
    expect(Atomics.load(state, 0)).toBe(1)

    Atomics.store(state, 0, 2)
    Atomics.notify(state, 0)
    expect(await ended).toEqual([0])
    const [event] = await readStream(database.pool, append.streamId)
    // whichever of the two the server handled first
    expect(Math.abs((event?.position ?? 0) - other.position)).toBe(1)
  })
})

/** Ends the connection when the client sends its append: without sending it, or when it has been answered. */
function loseConnection(client: pg.ClientBase, moment: 'before' | 'after'): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  Object.assign(client, {
    async query(...args: unknown[]) {
      if (!String(args[0]).includes('log.append')) return query(...args)
      Object.assign(client, { query })
      if (moment === 'after') await query(...args)
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
    },
  })
}
