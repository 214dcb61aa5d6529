/** Writes a catalogue in one transaction, with its events. */

import type { Append } from '@jaanch/eventlog/append'
import { appendWithRows } from '@jaanch/eventlog/append-with-rows'
import { streamId } from '@jaanch/eventlog/events'
import type pg from 'pg'
import { unitFaults } from './check.ts'
import type { Counts } from './compare.ts'
import type { Change, Plan, TableRows, Writes } from './plan-change.ts'
import { readStoredText, readUnitsInUse, readVersion, type StoredText } from './read-catalogue.ts'

/** The catalogue is one thing: its stream has one id. */
const catalogueId = '00000000-0000-4000-8000-0000000000ca'

/** @property source how it was changed @property actor and correlationId as of every append */
export type Origin = Omit<Change, 'id'> & { source: 'starter' | 'import' | 'page' }

/** Somebody changed the catalogue after it was looked at: nothing was written. */
export class CatalogueChangedError extends Error {
  override name = 'CatalogueChangedError'
}

/** Without a version to hold on to, the change is made again so often when others change the catalogue meanwhile */
const mostAttempts = 5

/**
 * Makes the stored catalogue equal to another one. What is no longer listed is ended, not deleted, because bookings and results refer to
 * it.
 * @param id of the append, unique to the change
 * @param makePlan from what is stored to what is written (`planChange`)
 * @param version which was looked at; undefined: whatever is stored
 * @returns how many rows of the sheets were added, changed and ended
 * @throws CatalogueChangedError; what `makePlan` throws
 */
export async function applyCatalogue(
  pool: pg.Pool,
  id: string,
  makePlan: (stored: StoredText, change: Change) => Promise<Plan>,
  { version, source, ...about }: Origin & { version?: string | undefined },
): Promise<Counts> {
  const change = { id, ...about }
  for (let attempt = 1; ; attempt += 1) {
    const stored = await readStoredText(pool)
    if (version !== undefined && stored.version !== version)
      throw new CatalogueChangedError('The catalogue has changed')
    const { counts, writes } = await makePlan(stored, change)
    if (!writes) return counts
    const { added, changed, ended } = counts
    const append: Append = {
      ...change,
      streamId: streamId('catalogue', catalogueId),
      expected: 'any',
      events: [{ type: 'CatalogueChanged', data: { source, added, changed, ended } }],
    }
    try {
      await write(pool, append, writes, stored.version)
      return counts
    } catch (error) {
      if (!(error instanceof CatalogueChangedError) || version !== undefined || attempt === mostAttempts)
        throw error
    }
  }
}

/** The pools of commands plan for single rows (`lookups`): thousands of rows and their search terms would take minutes */
const bulkSettings = [
  `statement_timeout = '60s'`,
  'plan_cache_mode = auto',
  ...['hashjoin', 'mergejoin', 'seqscan', 'material'].map((node) => `enable_${node} = on`),
]
  .map((setting) => `set local ${setting}`)
  .join('; ')

/**
 * All rows and events, in one transaction.
 * @param version of what the writes were planned for
 * @throws CatalogueChangedError if that is no longer stored
 */
async function write(pool: pg.Pool, append: Append, writes: Writes, version: string): Promise<void> {
  await appendWithRows(
    pool,
    append,
    async (client) => {
      await client.query(bulkSettings)
      await lockCatalogue(client)
      if ((await readVersion(client)) !== version)
        throw new CatalogueChangedError('The catalogue has changed')
      // results that came since the caller looked
      if (unitFaults({ parameters: writes.units }, await readUnitsInUse(client)).length > 0)
        throw new CatalogueChangedError('A parameter has results in another unit')
      await writeParameters(client, writes)
      await writeIntervals(client, writes)
      await writeItems(client, writes)
      // a change of intervals alone has no trigger
      await client.query('update catalogue_version set id = gen_random_uuid()')
    },
    () => writes.appends && `select count(*) from log.append_batch(${writes.appends})`,
  )
}

/** Orders all changes of the catalogue. Taken before any of its rows, so that two changes cannot wait for each other in a circle. */
export async function lockCatalogue(client: pg.ClientBase): Promise<void> {
  await client.query("select pg_advisory_xact_lock(hashtext('catalogue'))")
}

async function writeParameters(client: pg.ClientBase, { parameters, codes }: Writes): Promise<void> {
  await upsert(client, 'parameters', 'code', parameters)
  await client.query('update parameters set is_active = false where is_active and code <> all ($1)', [codes])
}

async function writeIntervals(client: pg.ClientBase, { intervals, intervalIds }: Writes): Promise<void> {
  await client.query(
    `delete from reference_intervals i using parameters p
      where i.lab_partner_id is null and i.kind = 'reference' and i.id <> all ($1) and p.code = i.code and p.is_active`,
    [intervalIds],
  )
  await upsert(client, 'reference_intervals', 'id', intervals)
}

async function writeItems(client: pg.ClientBase, { changedItems, itemIds }: Writes): Promise<void> {
  await client.query(
    'update packages set is_active = false, deleted_at = now() where deleted_at is null and id <> all ($1::uuid[])',
    [itemIds],
  )
  await upsert(client, 'packages', 'id', changedItems)
}

async function upsert(
  client: pg.ClientBase,
  table: string,
  key: string,
  { columns, json }: TableRows,
): Promise<void> {
  if (columns.length === 0) return
  const rest = columns.filter((column) => column !== key)
  await client.query(
    `insert into ${table} as old (${columns.join(', ')})
     select ${columns.join(', ')} from jsonb_populate_recordset(null::${table}, $1)
     on conflict (${key}) do update set (${rest.join(', ')}) = row (${rest.map((column) => `excluded.${column}`).join(', ')})
      where (${rest.map((column) => `old.${column}`).join(', ')}) is distinct from (${rest.map((column) => `excluded.${column}`).join(', ')})`,
    [json],
  )
}
