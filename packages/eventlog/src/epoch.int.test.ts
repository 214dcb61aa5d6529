import { randomUUID } from 'node:crypto'
import { placed } from '@jaanch/booking/testing/bookings'
import { useAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { anAppend } from '@jaanch/tests/support/histories'
import { describe, expect, it } from 'vitest'
import { adoptLineage, beginEpoch } from './epoch.ts'

const database = useTestDatabase()
const appender = useAppender(database)

async function one(text: string, values: unknown[] = []) {
  return (await database.asOwner(text, values)).rows[0]
}

const present = async (): Promise<string> => (await one('select id from log.epoch')).id
const installation = async (): Promise<string> =>
  (await one("select value from settings where key = 'installation'")).value
const place = async () => (await appender.append(anAppend(randomUUID(), placed))).position

describe('a new epoch', () => {
  it('begins once when ten processes notice the same restore', async () => {
    const before = { epoch: await present(), installation: await installation() }
    await place()
    const began = await Promise.all(
      Array.from({ length: 10 }, () => beginEpoch(database.pool, 'a restore', before.epoch)),
    )
    expect(new Set(began)).toEqual(new Set([await present()]))
    expect(began).not.toContain(before.epoch)
    const { rows } = await database.asOwner('select id, head::int, reason from log.epochs order by began_at')
    expect(rows).toEqual([
      { id: before.epoch, head: 0, reason: 'the first' },
      { id: await present(), head: 1, reason: 'a restore' },
    ])
    // jobs of the database that it was copied from stay apart
    expect(await installation()).not.toBe(before.installation)
  })

  it('replaces the present one if no other is named, by an operator', async () => {
    const before = await present()
    expect(await beginEpoch(database.pool, 'restored from the backup of Monday')).not.toBe(before)
    expect(await database.pool.query('select from log.epoch')).toMatchObject({ rowCount: 1 })
  })

  it('cannot be written by the services in another way', async () => {
    await expect(database.pool.query('update log.epoch set id = gen_random_uuid()')).rejects.toThrow(
      /permission/,
    )
    await expect(database.pool.query('select log.forget_after(0)')).rejects.toThrow(/permission/)
  })

  it('knows the history of the database that it belongs to', async () => {
    await adoptLineage(database.pool)
    const { lineage, here } = await one('select lineage, log.lineage() as here from log.epoch')
    expect(lineage).toBe(here)
    // the cluster, its timeline, the database
    expect(lineage).toMatch(/^\d+\/[0-9A-F]{8}\/\d+$/)
  })

  it('sets readers back that are beyond the end of the log, so that they miss none of its next events', async () => {
    const head = await place()
    const [alive, gone] = ['booking-1', 'booking-2']
    await database.asOwner(
      `insert into work_consumers (name, cursor) values ('orders', $1 + 7), ('reports', $1)
       on conflict (name) do update set cursor = excluded.cursor`,
      [head],
    )
    await database.asOwner(
      `insert into work (consumer, stream_id, since, upto, is_dead, lease_token, leased_until) values
         ('orders', $2, $1 - 1, $1 + 5, true, gen_random_uuid(), now() + interval '1 hour'),
         ('orders', $3, $1 + 5, $1 + 7, false, null, null), ('reports', $3, $1 - 1, $1, true, null, null)`,
      [head, alive, gone],
    )
    await database.asOwner(
      `insert into dead_letters (consumer, stream_id, position, attempts, error) values
         ('orders', $2, $1 + 5, 1, 'lost'), ('reports', $3, $1, 1, 'kept')`,
      [head, alive, gone],
    )
    await database.asOwner(
      `insert into read_generations (generation, model_version, position, state)
       values (1, 1, $1 + 7, 'live'), (2, 1, $1, 'following')`,
      [head],
    )

    await beginEpoch(database.pool, 'a test')
    const { rows: cursors } = await database.asOwner(
      "select name, cursor::int from work_consumers where name in ('orders', 'reports') order by name",
    )
    expect(cursors).toEqual([
      { name: 'orders', cursor: head },
      { name: 'reports', cursor: head },
    ])
    const { rows: work } = await database.asOwner(
      'select consumer, stream_id, since::int, upto::int, is_dead, lease_token from work order by consumer',
    )
    expect(work).toEqual([
      {
        consumer: 'orders',
        stream_id: alive,
        since: head - 1,
        upto: head,
        is_dead: false,
        lease_token: null,
      },
      { consumer: 'reports', stream_id: gone, since: head - 1, upto: head, is_dead: true, lease_token: null },
    ])
    const { rows: open } = await database.asOwner('select error from dead_letters where resolution is null')
    expect(open).toEqual([{ error: 'kept' }])
    const { rows: generations } = await database.asOwner(
      'select generation, state from read_generations order by generation',
    )
    expect(generations).toEqual([
      { generation: 1, state: 'dropped' },
      { generation: 2, state: 'following' },
    ])
  })
})
