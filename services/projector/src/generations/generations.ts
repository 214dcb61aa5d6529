import { readFileSync } from 'node:fs'
import { modelVersion } from '@jaanch/booking-stream/model-version'
import type { Queryable } from '@jaanch/eventlog/read'
import { schemaOf } from '@jaanch/eventlog/read-generations'
import { transactionOn } from '@jaanch/platform/postgres'
import type pg from 'pg'
import { builderSilenceMs, connect, disconnect, keepAwake, loseLocksWhenSilent } from '../connection.ts'

/**
 * The states of a generation:
 *
 *  filling     only its builder feeds it
 *  following   it is complete, and the projector feeds it too
 *  live        requests of the API processes of its model version read it; one per model version
 *  superseded  another one of its version is live; it is still fed, because requests that began before may read it
 *  dropped     its tables are dropped or will be; its row stays, so that its number is never reused
 */
type GenerationState = 'filling' | 'following' | 'live' | 'superseded' | 'dropped'

/** The process that began it. After a crash the projector continues its own; those of replay and verify are dropped. */
export type MadeFor = 'projector' | 'replay' | 'verify'

export type Generation = {
  generation: number
  version: number
  state: GenerationState
  madeFor: MadeFor
  /** Its checkpoint: position of the last event in its tables */
  position: number
  isIndexed: boolean
}

const definition = readFileSync(new URL('generation.sql', import.meta.url), 'utf8')
/**
 * When rows that change with each booking are vacuumed. Not in the definition, whose change demands another model version. Each event of
 * a booking leaves dead entries in the indexes of `bookings`: by default they would be a fifth of it. Of the totals, a few hundred rows
 * change all the time.
 */
const vacuumSettings = `
alter table {schema}.bookings set (autovacuum_vacuum_scale_factor = 0.02);
alter table {schema}.statistics_totals set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_delay = 0);
alter table {schema}.turnaround_totals set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_delay = 0);
`
const indexStatements = /^(create index|alter table \S+ add primary key)[^;]*;/gm

/** @returns all generations that are not dropped, the live ones first */
export async function listGenerations(db: Queryable): Promise<Generation[]> {
  const { rows } = await db.query<Generation>(
    `select generation, model_version as version, state, made_for as "madeFor", position, is_indexed as "isIndexed"
       from read_generations where state <> 'dropped' order by is_live desc, generation`,
  )
  return rows
}

export async function liveGeneration(db: Queryable, version: number): Promise<Generation | undefined> {
  return (await listGenerations(db)).find((one) => one.state === 'live' && one.version === version)
}

/**
 * How often a projector that has something to feed lists the generations, ms: a round trip less for each batch, and a
 * generation that another process hands over is noticed so much later
 */
export const listEveryMs = 200

/** @returns the complete generations of this model version, which its projector feeds; the live one first */
export async function listFed(client: pg.ClientBase, version = modelVersion): Promise<Generation[]> {
  const all = await listGenerations(client)
  return all.filter((one) => one.version === version && one.state !== 'filling')
}

/**
 * Creates an empty generation. @param bulk without indexes, which `createIndexes` adds when the rows are written
 * @returns its number
 */
export async function createGeneration(
  client: pg.ClientBase,
  {
    version = modelVersion,
    madeFor = 'projector',
    bulk = false,
  }: { version?: number; madeFor?: MadeFor; bulk?: boolean } = {},
): Promise<number> {
  const tables = bulk ? definition.replaceAll(indexStatements, '') : definition
  return transactionOn(client, async () => {
    // two processes must not take the same number; checkpoints are not blocked
    await client.query("select pg_advisory_xact_lock(hashtext('a new generation'))")
    const { rows } = await client.query<{ generation: number }>(
      `insert into read_generations (generation, model_version, made_for, is_indexed)
       select coalesce(max(generation), 0) + 1, $1, $2, $3 from read_generations returning generation`,
      [version, madeFor, !bulk],
    )
    const generation = rows[0]?.generation as number
    await client.query((tables + vacuumSettings).replaceAll('{schema}', schemaOf(generation)))
    return generation
  })
}

/**
 * Creates the indexes of a generation that was created with `bulk`, on this connection and a second one. Each is a transaction of its
 * own: one for all would keep vacuum from cleaning any table until the last one is built.
 */
export async function createIndexes(client: pg.ClientBase, generation: number, url: string): Promise<void> {
  const statements = definition.match(indexStatements) ?? []
  // Postgres makes the names of indexes from table and columns: two of one table at a time could get the same
  const tables = [...Map.groupBy(statements, (statement) => /\{schema\}\.\w+/.exec(statement)?.[0]).values()]
  let isOver = false
  const second = await connect({ url, name: 'projector index' })
  const rest = keepAwake([client, second])
  async function buildOn(connection: pg.ClientBase): Promise<void> {
    for (let table = tables.shift(); table; table = tables.shift()) {
      for (const statement of table) {
        if (isOver) return
        await connection.query(statement.replaceAll('{schema}', schemaOf(generation)))
      }
    }
  }
  try {
    await loseLocksWhenSilent(second, builderSilenceMs)
    await Promise.all([buildOn(client), buildOn(second)])
  } finally {
    // after a failure, the other connection begins no further one
    isOver = true
    disconnect(second)
    await rest()
  }
  await client.query('update read_generations set is_indexed = true where generation = $1', [generation])
}

/** Gathers the planner's statistics of all tables of a generation. */
export async function analyzeTables(client: pg.ClientBase, generation: number): Promise<void> {
  await client.query(`analyze ${await tablesOf(client, generation)}`)
}

/** Deletes all rows of a generation that is being filled. */
export async function emptyTables(client: pg.ClientBase, generation: number): Promise<void> {
  await client.query(`truncate ${await tablesOf(client, generation)}`)
}

async function tablesOf(client: pg.ClientBase, generation: number): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = $1",
    [schemaOf(generation)],
  )
  return rows.map(({ name }) => name).join(', ')
}

/** For a generation that was filled without batches. */
export async function setCheckpoint(
  client: pg.ClientBase,
  generation: number,
  position: number,
): Promise<void> {
  await client.query(
    "update read_generations set position = $2 where generation = $1 and position = 0 and state = 'filling'",
    [generation, position],
  )
}

/** From filling to following: from now on the projector feeds it. */
export async function handOver(client: pg.ClientBase, generation: number): Promise<void> {
  await client.query(
    `update read_generations set state = 'following', state_since = clock_timestamp()
      where generation = $1 and state = 'filling'`,
    [generation],
  )
}

/** A generation that lacks events of the live one must not go live. */
export class BehindError extends Error {
  override name = 'BehindError'
}

/**
 * Makes all requests of its model version read this generation, by one update. The previous one of that version is superseded;
 * those of other versions stay live.
 * @throws BehindError if it lacks events that the previous one has or, if it is the first one of its version, that any live
 * one has: a client that reaches API processes of both versions must not go back in time. Another attempt may succeed
 * @param alongside what is committed with it
 */
export async function goLive(
  client: pg.ClientBase,
  generation: number,
  alongside: () => Promise<void> = async () => {},
): Promise<void> {
  await transactionOn(client, async () => {
    const { rows } = await client.query<Pick<Generation, 'generation' | 'version' | 'state' | 'position'>>(
      `select generation, model_version as version, state, position from read_generations
        where generation = $1 or state = 'live' order by generation for update`,
      [generation],
    )
    const next = rows.find((row) => row.generation === generation)
    if (next?.state !== 'filling' && next?.state !== 'following') {
      throw new Error(`Generation ${generation} is ${next?.state ?? 'missing'} and cannot go live`)
    }
    const live = rows.filter(({ state }) => state === 'live')
    const previous = live.filter(({ version }) => version === next.version)
    for (const one of previous.length > 0 ? previous : live) {
      if (next.position >= one.position) continue
      throw new BehindError(
        `Generation ${generation} is at ${next.position}, the live generation ${one.generation} at ${one.position}`,
      )
    }
    for (const one of previous) await changeState(client, one.generation, 'superseded')
    await changeState(client, generation, 'live')
    await alongside()
    await client.query("select pg_notify('read', '')")
  })
}

async function changeState(client: pg.ClientBase, generation: number, state: GenerationState): Promise<void> {
  await client.query(
    'update read_generations set state = $2, state_since = clock_timestamp() where generation = $1',
    [generation, state],
  )
}
