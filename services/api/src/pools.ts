import { poolSizes } from '@jaanch/platform/http/bounds'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { createSlonikPool } from '@jaanch/platform/slonik'
import type pg from 'pg'
import type { DatabasePool } from 'slonik'

export type Pools = Record<
  'append' | 'record' | 'barrier' | 'pages' | 'tail' | 'background' | 'audit' | 'operations',
  pg.Pool
> &
  Record<'accounts' | 'queries' | 'push', DatabasePool>

/**
 * Opens the pools of `poolSizes`. In pg_stat_activity they are called `api <pool>`.
 * @param waitMs how long a caller waits for a connection
 */
export async function createPools(url: string, waitMs: number): Promise<Pools> {
  const optionsOf = (pool: keyof Pools) => ({
    url,
    name: `api ${pool}`,
    acquireTimeout: waitMs,
    ...poolSizes[pool],
  })
  return {
    append: createPostgresPool({ ...optionsOf('append'), lookups: true }),
    record: createPostgresPool({ ...optionsOf('record'), lookups: true }),
    barrier: createPostgresPool(optionsOf('barrier')),
    pages: createPostgresPool({ ...optionsOf('pages'), lookups: true }),
    tail: createPostgresPool({ ...optionsOf('tail'), lookups: true }),
    background: createPostgresPool(optionsOf('background')),
    audit: createPostgresPool(optionsOf('audit')),
    operations: createPostgresPool(optionsOf('operations')),
    accounts: await createSlonikPool(optionsOf('accounts')),
    queries: await createSlonikPool(optionsOf('queries')),
    push: await createSlonikPool(optionsOf('push')),
  }
}

export async function endPools(pools: Pools): Promise<void> {
  await Promise.all(Object.values(pools).map((pool) => pool.end()))
}
