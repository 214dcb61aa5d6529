import { randomUUID } from 'node:crypto'
import { createTestAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Append, VersionConflictError } from './append.ts'
import type { Appender } from './appender.ts'
import { readStream } from './read.ts'

const database = useTestDatabase()
let appender: Appender

beforeAll(async () => {
  await database.asOwner('create table carried_notes (text text check (text <> $$bad$$))')
  await database.asOwner('grant select, insert on carried_notes to jaanch_app')
  appender = createTestAppender({
    pool: database.pool,
    rowsSql: {
      inserts: [`insert into carried_notes (text) select value ->> 'text' from carried`],
      calls: [],
    },
  })
})
afterAll(() => appender.close())

/** An append that carries a row, whose text is its id unless another is given */
function createAppend(change: Partial<Append> & { text?: string } = {}): Append {
  const { text, ...changed } = change
  const id = randomUUID()
  return {
    id,
    streamId: `lab-${randomUUID()}`,
    expected: 0,
    events: [{ type: 'LabApproved', data: {} }],
    actor: 'system:test',
    row: { text: text ?? id },
    ...changed,
  }
}

async function notes(text: string): Promise<number> {
  return (await database.pool.query('select from carried_notes where text = $1', [text])).rowCount ?? 0
}

it('of one batch, the rows of the appends that are recorded are written', async () => {
  const [first, second] = [createAppend(), createAppend()]
  const stale = createAppend({ streamId: first.streamId })
  const without: Append = { ...createAppend(), row: undefined }
  const outcomes = await Promise.allSettled(
    [first, stale, without, second].map((append) => appender.append(append)),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(outcomes[1]).toMatchObject({ reason: expect.any(VersionConflictError) })
  expect(await notes(first.id)).toBe(1)
  expect(await notes(second.id)).toBe(1)
  expect(await notes(stale.id)).toBe(0)
  expect(await notes(without.id)).toBe(0)
})

it('a row that Postgres refuses fails its own append only, and its event is not recorded', async () => {
  const bad = createAppend({ text: 'bad' })
  const good = Array.from({ length: 6 }, () => createAppend())
  const outcomes = await Promise.allSettled(
    [...good.slice(0, 4), bad, ...good.slice(4)].map((append) => appender.append(append)),
  )
  expect(outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([4])
  expect(await readStream(database.pool, bad.streamId)).toEqual([])
  for (const { id } of good) expect(await notes(id)).toBe(1)
})

it('an appender that was not told how to write rows refuses an append that carries one', async () => {
  const plain = createTestAppender({ pool: database.pool })
  const append = createAppend()
  await expect(plain.append(append)).rejects.toThrow('writes no rows')
  expect(await readStream(database.pool, append.streamId)).toEqual([])
  await plain.close()
})

it('appends that are recorded together are all there with their rows, or none is', async () => {
  const [first, second] = [createAppend(), createAppend()]
  await appender.appendTogether([first, second])
  expect(await notes(first.id)).toBe(1)
  expect(await notes(second.id)).toBe(1)

  const [third, stale] = [createAppend(), createAppend({ streamId: first.streamId })]
  await expect(appender.appendTogether([third, stale])).rejects.toThrow(VersionConflictError)
  expect(await notes(third.id)).toBe(0)
  expect(await readStream(database.pool, third.streamId)).toEqual([])

  const bad = createAppend({ text: 'bad' })
  await expect(appender.appendTogether([third, bad])).rejects.toThrow('carried_notes')
  expect(await readStream(database.pool, third.streamId)).toEqual([])
})

it('appends that are recorded together and sent again are answered as duplicates', async () => {
  const appends = [createAppend(), createAppend()]
  const recorded = await appender.appendTogether(appends)
  expect(await appender.appendTogether(appends)).toEqual(
    recorded.map(({ position, version }) => ({ position, version, duplicate: true })),
  )
  expect(await notes(appends[0]?.id ?? '')).toBe(1)
})
