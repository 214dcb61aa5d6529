import { useAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { headOf } from '@jaanch/tests/support/read-tables'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../connection.ts'
import { feed } from '../feed/feed.ts'
import { appendLives } from '../testing/projecting.ts'
import { openAlignedSnapshots } from './aligned-snapshot.ts'
import { compareGenerations, findCommonTables } from './compare.ts'
import { feedUpTo } from './fill.ts'
import { createGeneration, goLive } from './generations.ts'

const database = useTestDatabase()
const appender = useAppender(database)
let projector: pg.Client
let builder: pg.Client
let live: number

beforeAll(async () => {
  projector = await connect({ url: database.url, name: 'test projector' })
  builder = await connect({ url: database.url, name: 'test builder' })
  await appendLives(appender, 40, () => 0)
  live = await createGeneration(projector)
  await project()
  await goLive(projector, live)
})

afterAll(() => Promise.all([projector.end(), builder.end()]))

async function project(): Promise<void> {
  while ((await feed(projector, live)) !== undefined);
}

async function build(): Promise<number> {
  const generation = await createGeneration(builder)
  while ((await feed(builder, generation)) !== undefined);
  return generation
}

/** Three rows in a chunk, and one chunk in a snapshot. `onSnapshot` runs before each. */
async function compare(rebuilt: number, onSnapshot: (n: number) => Promise<void> = async () => {}) {
  const feedRebuilt = (position: number) => feedUpTo(builder, rebuilt, position)
  const aligned = await openAlignedSnapshots({ url: database.url, feedRebuilt, live, rebuilt })
  let snapshots = 0
  const counted: typeof aligned = {
    ...aligned,
    async inNext(work) {
      await onSnapshot(snapshots)
      snapshots += 1
      return aligned.inNext(work)
    },
  }
  try {
    const limits = { chunkRows: 3, snapshotMs: 0 }
    const { tables } = await findCommonTables(builder, { live, rebuilt })
    const compared = await compareGenerations({ snapshots: counted, tables, limits, live, rebuilt })
    return { ...compared, snapshots, different: compared.tables.filter(({ different }) => different > 0) }
  } finally {
    await aligned.close()
  }
}

async function count(table: string): Promise<number> {
  const { rows } = await database.asOwner(`select count(*)::int as n from read_${live}.${table}`)
  return rows[0].n
}

describe('a comparison in chunks', () => {
  it('compares each row once, in snapshots of one chunk each', async () => {
    const compared = await compare(await build())
    expect(compared.different).toEqual([])
    for (const { table, live, rebuilt } of compared.tables) {
      expect([table, live, rebuilt]).toEqual([table, await count(table), await count(table)])
    }
    const chunks = compared.tables.map(({ live }) => Math.floor(live / 3) + 1)
    expect(compared.snapshots).toBe(chunks.reduce((sum, n) => sum + n))
  })

  it('finds no difference while bookings are placed between the snapshots', async () => {
    const rebuilt = await build()
    const { position } = await compare(rebuilt, async (n) => {
      if (n % 10 > 0) return
      await appendLives(appender, 1, () => 0)
      await project()
    })
    const { rows } = await database.asOwner(
      'select min(position)::int as position from read_generations where generation in ($1, $2)',
      [live, rebuilt],
    )
    expect(position).toBeLessThan(rows[0].position)
  })

  it('takes its snapshot again when it lost the lock on the checkpoint before it', async () => {
    const rebuilt = await build()
    let isLost = false
    async function feedRebuilt(position: number): Promise<void> {
      await feedUpTo(builder, rebuilt, position)
      const { rows } = await database.asOwner(
        "select pid from pg_stat_activity where application_name = 'projector hold' and state like 'idle in transaction%'",
      )
      if (isLost || rows.length === 0) return
      isLost = true
      // as if this process had been frozen
      await database.asOwner('select pg_terminate_backend($1)', [rows[0].pid])
      await appendLives(appender, 1, () => 0)
      await project()
    }
    const aligned = await openAlignedSnapshots({ url: database.url, feedRebuilt, live, rebuilt })
    const positions = await aligned.inNext(async (snapshot) => {
      const { rows } = await snapshot.query(
        'select distinct position::int from read_generations where generation in ($1, $2)',
        [live, rebuilt],
      )
      return rows.map(({ position }) => position)
    })
    await aligned.close()
    expect(isLost).toBe(true)
    expect(positions).toEqual([await headOf(database)])
  })

  it.each(['live', 'rebuilt'] as const)(
    'finds rows that only the %s generation has, in every chunk',
    async (side) => {
      const rebuilt = await build()
      const generation = side === 'live' ? live : rebuilt
      await database.asOwner(
        `insert into read_${generation}.counts select 'customer-' || n, tab, 1 from generate_series(0, 9) n, unnest(array['x', 'y']) tab`,
      )
      const { different } = await compare(rebuilt)
      expect(different).toEqual([
        expect.objectContaining({
          table: 'counts',
          different: 20,
          examples: expect.objectContaining({ length: 5 }),
        }),
      ])
      expect(different[0]?.examples[0]).toMatchObject({
        key: { owner: 'customer-0', tab: 'x' },
        live: side === 'live' ? { n: 1 } : null,
      })
      await database.asOwner(`delete from read_${generation}.counts where tab in ('x', 'y')`)
    },
  )

  it('finds every changed row, whichever chunk it is in', async () => {
    const rebuilt = await build()
    await database.asOwner(`update read_${rebuilt}.bookings set data = data || '{"priority": "low"}'`)
    const { different } = await compare(rebuilt)
    expect(different).toEqual([
      expect.objectContaining({ table: 'bookings', different: await count('bookings') }),
    ])
  })
})
