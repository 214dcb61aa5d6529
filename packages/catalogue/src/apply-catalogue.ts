/** Writes a catalogue in one transaction, with its events. */
import { streamId } from '@jaanch/contracts/events/streams'
import { type Append, encodeAppend } from '@jaanch/eventlog/append'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { appendWithRows } from '@jaanch/eventlog/append-with-rows'
import pg from 'pg'
import type { Catalogue, CatalogueItem } from './catalogue.ts'
import { unitFaults } from './check.ts'
import { type Counts, compareCatalogues } from './compare.ts'
import { readStoredCatalogue, readUnitsInUse, readVersion, type StoredCatalogue } from './read-catalogue.ts'
import { intervalRows, itemId, itemRows, parameterRows } from './table-rows.ts'

/** The catalogue is one thing: its stream has one id. */
const catalogueId = '00000000-0000-4000-8000-0000000000ca'

/** @property source how it was changed @property actor and correlationId as of every append */
export type Origin = { source: 'starter' | 'import' | 'page'; actor: string; correlationId?: string }

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
 * @param makeNext from what is stored to what is to be
 * @param version which was looked at; undefined: whatever is stored
 * @returns how many rows of the sheets were added, changed and ended
 * @throws CatalogueChangedError; what `makeNext` throws
 */
export async function applyCatalogue(
  pool: pg.Pool,
  id: string,
  makeNext: (stored: StoredCatalogue) => Catalogue | Promise<Catalogue>,
  { version, ...origin }: Origin & { version?: string | undefined },
): Promise<Counts> {
  for (let attempt = 1; ; attempt += 1) {
    const stored = await readStoredCatalogue(pool)
    if (version !== undefined && stored.version !== version)
      throw new CatalogueChangedError('The catalogue has changed')
    const next = await makeNext(stored)
    const counts = totalOf(compareCatalogues(stored.catalogue, next).counts)
    if (counts.added + counts.changed + counts.ended === 0) return counts
    try {
      await write(pool, id, { stored, next, counts }, origin)
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

/** All rows and events, in one transaction. @throws CatalogueChangedError if what is stored is no longer what was read */
async function write(
  pool: pg.Pool,
  id: string,
  { stored, next, counts }: { stored: StoredCatalogue; next: Catalogue; counts: Counts },
  { source, ...about }: Origin,
): Promise<void> {
  const { added, changed, ended } = counts
  const change: Append = {
    id,
    streamId: streamId('catalogue', catalogueId),
    expected: 'any',
    events: [{ type: 'CatalogueChanged', data: { source, added, changed, ended } }],
    ...about,
  }
  const ofPackages = packageAppends(stored, next, id).map((append) => encodeAppend({ ...append, ...about }))
  await appendWithRows(
    pool,
    change,
    async (client) => {
      await client.query(bulkSettings)
      await lockCatalogue(client)
      if ((await readVersion(client)) !== stored.version)
        throw new CatalogueChangedError('The catalogue has changed')
      // results that came since the caller looked
      if (unitFaults(next, await readUnitsInUse(client)).length > 0)
        throw new CatalogueChangedError('A parameter has results in another unit')
      await writeParameters(client, next)
      await writeIntervals(client, next)
      await writeItems(client, stored, next)
      // a change of intervals alone has no trigger
      await client.query('update catalogue_version set id = gen_random_uuid()')
    },
    () =>
      ofPackages.length === 0
        ? undefined
        : `select count(*) from log.append_batch(${pg.escapeLiteral(`[${ofPackages.join(',')}]`)})`,
  )
}

/** Orders all changes of the catalogue. Taken before any of its rows, so that two changes cannot wait for each other in a circle. */
export async function lockCatalogue(client: pg.ClientBase): Promise<void> {
  await client.query("select pg_advisory_xact_lock(hashtext('catalogue'))")
}

function totalOf(counts: Record<string, Counts>): Counts {
  return Object.values(counts).reduce((sum, each) => ({
    added: sum.added + each.added,
    changed: sum.changed + each.changed,
    ended: sum.ended + each.ended,
    untouched: sum.untouched + each.untouched,
  }))
}

/** The price of what is offered; null: it is not offered */
const offered = (item: CatalogueItem | undefined) => (item?.isOffered ? item.price : null)

/** The streams of the items whose price changes, which is where the history of prices is read from. */
function packageAppends(
  { catalogue, ids }: StoredCatalogue,
  next: Catalogue,
  changeId: string,
): Omit<Append, 'actor'>[] {
  const before = new Map(catalogue.items.map((item) => [item.code, item]))
  const after = new Map(next.items.map((item) => [item.code, item]))
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((code) => {
    const [from, to] = [offered(before.get(code)), offered(after.get(code))]
    if (from === to) return []
    const packageId = itemId(code, ids)
    const event =
      to === null
        ? ({ type: 'PackageDeleted', data: { packageId } } as const)
        : ({
            type: from === null ? 'PackageCreated' : 'PackageUpdated',
            data: { packageId, price: to },
          } as const)
    return [
      {
        id: appendIdOf('catalogue', changeId, code),
        streamId: streamId('package', packageId),
        expected: 'any' as const,
        events: [event],
      },
    ]
  })
}

async function writeParameters(client: pg.ClientBase, next: Catalogue): Promise<void> {
  const rows = parameterRows(next)
  await upsert(client, 'parameters', 'code', rows)
  await client.query('update parameters set is_active = false where is_active and code <> all ($1)', [
    rows.map(({ code }) => code),
  ])
}

async function writeIntervals(client: pg.ClientBase, next: Catalogue): Promise<void> {
  const rows = intervalRows(next)
  await client.query(
    `delete from reference_intervals i using parameters p
      where i.lab_partner_id is null and i.kind = 'reference' and i.id <> all ($1) and p.code = i.code and p.is_active`,
    [rows.map(({ id }) => id)],
  )
  await upsert(client, 'reference_intervals', 'id', rows)
}

async function writeItems(
  client: pg.ClientBase,
  { ids, catalogue }: StoredCatalogue,
  next: Catalogue,
): Promise<void> {
  const rows = itemRows(next, ids)
  const before = new Map(itemRows(catalogue, ids).map((row) => [row.id, JSON.stringify(row)]))
  await client.query(
    'update packages set is_active = false, deleted_at = now() where deleted_at is null and id <> all ($1::uuid[])',
    [rows.map(({ id }) => id)],
  )
  // rows that stay as they are must not be locked: bookings refer to them
  await upsert(
    client,
    'packages',
    'id',
    rows.filter((row) => before.get(row.id) !== JSON.stringify(row)),
  )
}

async function upsert(
  client: pg.ClientBase,
  table: string,
  key: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  const rest = columns.filter((column) => column !== key)
  await client.query(
    `insert into ${table} as old (${columns.join(', ')})
     select ${columns.join(', ')} from jsonb_populate_recordset(null::${table}, $1)
     on conflict (${key}) do update set (${rest.join(', ')}) = row (${rest.map((column) => `excluded.${column}`).join(', ')})
      where (${rest.map((column) => `old.${column}`).join(', ')}) is distinct from (${rest.map((column) => `excluded.${column}`).join(', ')})`,
    [JSON.stringify(rows)],
  )
}
