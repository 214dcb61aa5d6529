import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { feed } from './feed.ts'
import { schemaOf } from './tables.ts'

/** Raise it with every change of generation.sql or of what a projection writes: the tables are then built anew. */
export const modelVersion = 3

const definition = readFileSync(new URL('generation.sql', import.meta.url), 'utf8')

export type Generation = { generation: number; isLive: boolean }

/** @returns the generations that this code can feed, the live one first */
export async function listGenerations(client: pg.ClientBase): Promise<Generation[]> {
  const { rows } = await client.query<{ generation: number; is_live: boolean }>(
    'select generation, is_live from read_generations where model_version = $1 order by is_live desc, generation',
    [modelVersion],
  )
  return rows.map((row) => ({ generation: row.generation, isLive: row.is_live }))
}

/** Makes a new, empty generation of the read tables. @returns its number */
export async function createGeneration(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ next: number }>(
    'select coalesce(max(generation), 0) + 1 as next from read_generations',
  )
  const generation = rows[0]?.next ?? 1
  await client.query('begin')
  try {
    await client.query(definition.replaceAll('{schema}', schemaOf(generation)))
    await client.query('insert into read_generations (generation, model_version) values ($1, $2)', [
      generation,
      modelVersion,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
  return generation
}

/** From here on every request reads this generation: one update of the pointer. */
export async function goLive(client: pg.ClientBase, generation: number): Promise<void> {
  await client.query('begin')
  try {
    await client.query('update read_generations set is_live = false where is_live')
    await client.query('update read_generations set is_live = true where generation = $1', [generation])
    await client.query("select pg_notify('read', '')")
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Builds and fills a generation when none is live that this code knows; the old one serves until it has caught up. */
export async function ensureLiveGeneration(client: pg.ClientBase, signal: AbortSignal): Promise<void> {
  const known = await listGenerations(client)
  if (known.some(({ isLive }) => isLive)) return
  const generation = known[0]?.generation ?? (await createGeneration(client))
  while (!signal.aborted && (await feed(client, generation)) !== undefined);
  if (!signal.aborted) await goLive(client, generation)
}
