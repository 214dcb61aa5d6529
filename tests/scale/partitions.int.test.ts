/** What docs/scale.md says of a partitioned log. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readLogInOrder, readStream } from '@jaanch/eventlog/read'
import { beforeAll, describe, expect, it } from 'vitest'
import { useAppender, useTestDatabase } from '../support/database.ts'

const database = useTestDatabase()
const appender = useAppender(database)
const recipe = readFileSync(new URL('partitioned-log.sql', import.meta.url), 'utf8')

/** One event in the first partition, the next one in the second. */
const spanning = `lab-${randomUUID()}`
const firstId = randomUUID()

function append(streamId: string, expected: number, id: string = randomUUID()) {
  return appender.append({
    id,
    streamId,
    expected,
    events: [{ type: 'LabApproved', data: {} }],
    actor: 'system:test',
  })
}

beforeAll(async () => {
  await append(spanning, 0, firstId)
  await append(`lab-${randomUUID()}`, 0)
  await append(spanning, 1)
})

describe('partitions by time', () => {
  it('cannot keep positions unique', async () => {
    await database.asOwner('create table by_month (like log.events) partition by range (at)')
    await expect(database.asOwner('alter table by_month add primary key (position)')).rejects.toThrow(
      'unique constraint on partitioned table must include all partitioning columns',
    )
  })
})

describe('partitions by position', () => {
  beforeAll(() => database.asOwner(recipe.replaceAll(':cut', '3')))

  it('appending and reading go on', async () => {
    expect(await append(spanning, 2)).toMatchObject({ position: 4 })
    expect((await readLogInOrder(database.pool, 0, 10)).map(({ position }) => position)).toEqual([1, 2, 3, 4])
    expect((await readStream(database.pool, spanning)).map(({ version }) => version)).toEqual([1, 2, 3])
  })

  it('an append is repeated if its first record is in another partition, and its stream is taken for new', async () => {
    // expected 0 is not looked up: the unique index of the present partition knows neither the stream nor the id
    const repeated = await append(spanning, 0, firstId)
    expect(repeated).toMatchObject({ position: 5, version: 1, duplicate: false })
    expect((await readStream(database.pool, spanning)).map(({ version }) => version)).toEqual([1, 1, 2, 3])
  })

  it('a partition is detached while it is read, and then streams lack their beginning and the log has a gap', async () => {
    await database.asOwner('alter table log.events detach partition log.events_1 concurrently')
    expect((await readStream(database.pool, spanning)).map(({ version }) => version)).toEqual([1, 2, 3])
    await expect(readLogInOrder(database.pool, 0, 10)).rejects.toThrow('The log has a gap after position 0')
  })

  it('attached again, everything is there', async () => {
    await database.asOwner(
      'alter table log.events attach partition log.events_1 for values from (minvalue) to (3)',
    )
    expect(await readLogInOrder(database.pool, 0, 10)).toHaveLength(5)
  })
})
