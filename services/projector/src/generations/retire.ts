import { transactionOn } from '@jaanch/platform/postgres'
import type pg from 'pg'
import { isLocked, tryLock, unlock } from '../feed/locks.ts'
import { schemaOf } from '../projections/tables.ts'
import type { Generation } from './generations.ts'

/** A request takes the pointer and reads within seconds: half a second of waiting, ten of its statement, s */
const graceSeconds = 60
/** With more than two of them (one replay right after another) the older ones go sooner, s */
const shortestGraceSeconds = 20
const mostSuperseded = 2

/**
 * Drops what nobody reads and nobody fills any more:
 *
 *  1. superseded ones, when no request can be reading them
 *  2. what a builder left that is gone (killed, cut off): its lock is free
 *  3. the tables of all that are marked as dropped. First the mark, then the tables: a feeder that comes between finds
 *     nothing to feed, and a death between leaves the tables to the next call
 *
 * Not to be called by a builder that has a generation in hand.
 * @returns the numbers of those whose tables went
 */
export async function retireGenerations(client: pg.ClientBase, version: number): Promise<number[]> {
  await client.query(
    `update read_generations set state = 'dropped', state_since = clock_timestamp()
      where generation in (
        select generation from (
          select generation, clock_timestamp() - state_since as age,
                 row_number() over (order by state_since desc) as nth
            from read_generations where state = 'superseded') s
         where age > make_interval(secs => $1) or (nth > $3 and age > make_interval(secs => $2)))`,
    [graceSeconds, shortestGraceSeconds, mostSuperseded],
  )
  await markAbandoned(client, version)
  return dropTables(client)
}

async function markAbandoned(client: pg.ClientBase, version: number): Promise<void> {
  const { rows } = await client.query<Pick<Generation, 'generation' | 'version' | 'madeFor'>>(
    `select generation, model_version as version, made_for as "madeFor" from read_generations
      where state in ('filling', 'following') and (made_for <> 'projector' or model_version <> $1)`,
    [version],
  )
  for (const { generation, version: its, madeFor } of rows) {
    // another version's projector may come back for what it began, as long as there is one
    if (madeFor === 'projector' && (await isLocked(client, 'projector', its))) continue
    if (!(await tryLock(client, 'builder', its))) continue
    try {
      await markDropped(client, generation)
    } finally {
      await unlock(client, 'builder', its)
    }
  }
}

/** Gives up a generation that never went live. */
export async function dropGeneration(client: pg.ClientBase, generation: number): Promise<void> {
  await markDropped(client, generation)
  await dropTables(client)
}

async function markDropped(client: pg.ClientBase, generation: number): Promise<void> {
  await client.query(
    `update read_generations set state = 'dropped', state_since = clock_timestamp()
      where generation = $1 and state in ('filling', 'following')`,
    [generation],
  )
}

async function dropTables(client: pg.ClientBase): Promise<number[]> {
  const { rows } = await client.query<{ generation: number }>(
    `select generation from read_generations
      where state = 'dropped' and to_regnamespace('read_' || generation) is not null`,
  )
  const gone: number[] = []
  for (const { generation } of rows) {
    await transactionOn(client, async () => {
      // a reader that holds on keeps nobody waiting: the next call comes soon
      await client.query("set local lock_timeout = '2s'")
      await client.query(`drop schema if exists ${schemaOf(generation)} cascade`)
    }).then(
      () => gone.push(generation),
      (error) => {
        if ((error as { code?: string }).code !== '55P03') throw error
      },
    )
  }
  return gone
}
