import { isLocked, schemaOf, tryLock, unlock } from '@jaanch/eventlog/read-generations'
import { aliveSeconds } from '@jaanch/platform/heartbeat'
import { isLockError, transactionOn } from '@jaanch/platform/postgres'
import type pg from 'pg'
import type { Generation } from './generations.ts'

/** At most 0.5 s of barrier and 10 s of statement, unless the process is frozen */
const graceSeconds = 60
/** Used for the older ones if there are more than two, because of one replay after another */
const minGraceSeconds = 20
const maxSuperseded = 2

/** A release that is rolled out or back starts its processes within minutes; building its tables again may take longer */
const unusedGraceSeconds = 600

/**
 * Drops generations that are no longer used:
 *
 *  1. superseded ones. A request reads within seconds of reading the pointer; one of a process that was frozen for longer
 *     finds no table and reads the pointer again (see `retryIfDropped` of the API)
 *  2. live ones of other model versions of which no process has run for ten minutes, once this version has a live one
 *  3. unfinished ones of a builder that ended (killed or disconnected): its lock is free
 *  4. the tables of all that are marked as dropped. The mark is committed first: a feeder in between has nothing to feed, and
 *     after a crash in between the next call drops the tables
 *
 * Must not be called by a builder that is filling a generation.
 * @returns the numbers of the generations whose tables were dropped
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
    [graceSeconds, minGraceSeconds, maxSuperseded],
  )
  await markUnused(client, version)
  await markAbandoned(client, version)
  return dropTables(client)
}

/**
 * The time without processes is counted from when a projector of any version noticed it, so that after an outage of all
 * processes each version has its ten minutes to start again.
 */
async function markUnused(client: pg.ClientBase, version: number): Promise<void> {
  await client.query(
    `with used as (
       select generation, unused_since, exists (
                select from processes p
                 where p.model_version = g.model_version and p.seen_at > clock_timestamp() - make_interval(secs => $1)
              ) as is_used
         from read_generations g where state = 'live'
     )
     update read_generations g set unused_since = case when not is_used then clock_timestamp() end
       from used u where g.generation = u.generation and is_used = (u.unused_since is not null)`,
    [aliveSeconds],
  )
  await client.query(
    `update read_generations set state = 'dropped', state_since = clock_timestamp()
      where state = 'live' and model_version <> $1 and unused_since < clock_timestamp() - make_interval(secs => $2)
        and exists (select from read_generations where state = 'live' and model_version = $1)`,
    [version, unusedGraceSeconds],
  )
}

async function markAbandoned(client: pg.ClientBase, version: number): Promise<void> {
  const { rows } = await client.query<Pick<Generation, 'generation' | 'version' | 'madeFor'>>(
    `select generation, model_version as version, made_for as "madeFor" from read_generations
      where state in ('filling', 'following') and (made_for <> 'projector' or model_version <> $1)
        -- its projector may have lost its locks for a moment, with its connection
        and not (made_for = 'projector' and exists (
          select from processes p
           where p.service = 'projector' and p.model_version = read_generations.model_version
             and p.seen_at > clock_timestamp() - make_interval(secs => $2)))`,
    [version, aliveSeconds],
  )
  for (const { generation, version: itsVersion, madeFor } of rows) {
    // the projector of another version continues its own build while it runs
    if (madeFor === 'projector' && (await isLocked(client, 'projector', itsVersion))) continue
    if (!(await tryLock(client, 'builder', itsVersion))) continue
    try {
      await markDropped(client, generation)
    } finally {
      await unlock(client, 'builder', itsVersion)
    }
  }
}

/** Drops a generation that never went live. */
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
  const dropped: number[] = []
  for (const { generation } of rows) {
    await transactionOn(client, async () => {
      // a long read must not block this call: the next one tries again, also after a deadlock with a read of several tables
      await client.query("set local lock_timeout = '2s'")
      await client.query(`drop schema if exists ${schemaOf(generation)} cascade`)
    }).then(
      () => dropped.push(generation),
      (error) => {
        if (!isLockError(error)) throw error
      },
    )
  }
  return dropped
}
