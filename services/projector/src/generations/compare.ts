import { schemaOf } from '@jaanch/eventlog/read-generations'
import type pg from 'pg'
import { type AlignedSnapshots, openAlignedSnapshots } from './aligned-snapshot.ts'

export type Comparison = {
  /** Checkpoint of both generations when it began */
  position: number
  tables: TableComparison[]
}

type Limits = {
  /** Rows of a chunk */
  chunkRows: number
  /** After this time no further chunk begins in a snapshot, ms */
  snapshotMs: number
}

/** Differing rows that are shown of a table */
export const maxExamples = 5
/** Such a chunk takes about 100 ms on two shared cores */
const defaultLimits: Limits = { chunkRows: 10_000, snapshotMs: 500 }

type Options = Pair & { snapshots: AlignedSnapshots; tables: readonly KeyedTable[]; limits?: Limits }

/**
 * Compares two generations row by row, by primary key. It goes through the tables in chunks and
 * takes another aligned snapshot about every half second: while a snapshot is open, Postgres keeps every version of every
 * row that it may see, and the row of a checkpoint has a new version for each batch of the projector.
 *
 * So different rows are compared at different positions, but a row in both generations at the same one. Each row that exists
 * when the comparison begins, in either generation, is in one of the chunks to come. A row that is inserted later below the
 * keys that were passed is not compared: it comes from an event after the returned position.
 */
export async function compareGenerations(
  { snapshots, tables: compared, limits = defaultLimits, ...pair }: Options,
  onChunk: (table: string) => void = () => {},
): Promise<Comparison> {
  const tables = compared.map(({ table }) => emptyComparison(table))
  let [position, done] = [0, 0]
  let after: RowKey | undefined
  while (done < compared.length) {
    await snapshots.inNext(async (snapshot, aligned) => {
      position ||= aligned
      const began = performance.now()
      do {
        const [keyed, sum] = [compared[done] as KeyedTable, tables[done] as TableComparison]
        onChunk(keyed.table)
        const examples = maxExamples - sum.examples.length
        const chunk = await compareChunk(snapshot, pair, keyed, { after, limit: limits.chunkRows, examples })
        tables[done] = add(sum, chunk.rows)
        after = chunk.upto
        if (!after) done += 1
      } while (done < compared.length && performance.now() - began < limits.snapshotMs)
    })
  }
  return { position, tables }
}

type Comparing = Pair & {
  url: string
  /** Feeds the generation that was rebuilt up to exactly this position */
  feedRebuilt: (position: number) => Promise<void>
  tables: readonly KeyedTable[]
  signal: AbortSignal
  onPhase?: ((phase: 'comparing', table: string) => void) | undefined
}

/** Compares a generation that was rebuilt with the live one. @throws the signal's reason if it was interrupted */
export async function compareWithLive({ url, feedRebuilt, tables, signal, onPhase, ...pair }: Comparing) {
  const snapshots = await openAlignedSnapshots({ url, feedRebuilt, ...pair })
  try {
    return await compareGenerations({ snapshots, tables, ...pair }, (table) => {
      signal.throwIfAborted()
      onPhase?.('comparing', table)
    })
  } finally {
    await snapshots.close()
  }
}

function emptyComparison(table: string): TableComparison {
  return { table, live: 0, rebuilt: 0, different: 0, examples: [] }
}

function add(sum: TableComparison, chunk: TableComparison): TableComparison {
  return {
    table: sum.table,
    live: sum.live + chunk.live,
    rebuilt: sum.rebuilt + chunk.rebuilt,
    different: sum.different + chunk.different,
    examples: [...sum.examples, ...chunk.examples],
  }
}

export type Pair = { live: number; rebuilt: number }
/** A table of both generations, with the columns of its primary key in the order of its index */
type KeyedTable = {
  table: string
  key: { name: string; type: string }[]
  /** The columns that are compared */
  columns: readonly string[]
}

/** A row in both generations; null if it is missing. */
type Difference = {
  table: string
  key: Row
  live: Row | null
  rebuilt: Row | null
}

/** The rows of a table, or of a chunk of it */
export type TableComparison = {
  table: string
  /** Number of rows of the live generation */
  live: number
  /** Number of rows of the rebuilt generation */
  rebuilt: number
  /** Number of rows that differ or are in one generation only */
  different: number
  /** The first of them, with the columns that differ */
  examples: Difference[]
}

/** Key of a row, as text */
type RowKey = string[]
type Range = { after: RowKey | undefined; upto: RowKey | undefined }

/**
 * Compares at most `limit` rows of each generation, by primary key, from the row after a key on.
 * @param examples at most so many
 * @returns upto: where the chunk ends; undefined at the end of the table
 */
async function compareChunk(
  client: pg.ClientBase,
  pair: Pair,
  keyed: KeyedTable,
  { after, limit, examples }: { after: RowKey | undefined; limit: number; examples: number },
): Promise<{ rows: TableComparison; upto: RowKey | undefined }> {
  const upto = await endOfChunk(client, pair, keyed, { after, limit })
  const range = { after, upto }
  const chunk = differencesIn(pair, keyed, range)
  const { rows } = await client.query<Pick<TableComparison, 'live' | 'rebuilt' | 'different'>>(
    `select count(l.${chunk.firstKey}) as live, count(r.${chunk.firstKey}) as rebuilt,
            count(*) filter (where ${chunk.differs}) as different
       from ${chunk.both}`,
    valuesOf(range),
  )
  const counts = rows[0] as Pick<TableComparison, 'live' | 'rebuilt' | 'different'>
  const { table } = keyed
  const found =
    counts.different === 0 ? [] : await findExamples(client, keyed, { chunk, range, limit: examples })
  return { rows: { table, ...counts, examples: found }, upto }
}

/** The last key of the chunk: the smaller one of both generations, if they end at different keys. */
async function endOfChunk(
  client: pg.ClientBase,
  { live, rebuilt }: Pair,
  { table, key }: KeyedTable,
  { after, limit }: { after: RowKey | undefined; limit: number },
): Promise<RowKey | undefined> {
  const names = namesOf(key)
  const lastOf = (generation: number) =>
    `(select ${names} from ${schemaOf(generation)}.${table} where ${conditionOf(key, { after, upto: undefined })}
       order by ${names} offset ${limit - 1} limit 1)`
  const { rows } = await client.query<{ last: RowKey }>(
    `select array[${key.map(({ name }) => `${name}::text`).join(', ')}] as last
       from (${lastOf(live)} union all ${lastOf(rebuilt)}) ends order by ${names} limit 1`,
    after,
  )
  return rows[0]?.last
}

type Chunk = ReturnType<typeof differencesIn>

/** SQL: the rows of both generations in a range, and the condition that a row differs. */
function differencesIn({ live, rebuilt }: Pair, { table, key, columns }: KeyedTable, range: Range) {
  const rowsOf = (generation: number) =>
    `(select ${columns.join(', ')} from ${schemaOf(generation)}.${table} where ${conditionOf(key, range)})`
  const firstKey = key[0]?.name
  // a missing row is all null; a key is never null
  const isMissing = (side: 'l' | 'r') => `${side}.${firstKey} is null`
  return {
    firstKey,
    isMissing,
    both: `${rowsOf(live)} l full join ${rowsOf(rebuilt)} r using (${namesOf(key)})`,
    differs: `(${isMissing('l')} or ${isMissing('r')} or l is distinct from r)`,
  }
}

async function findExamples(
  client: pg.ClientBase,
  { table, key }: KeyedTable,
  { chunk, range, limit }: { chunk: Chunk; range: Range; limit: number },
): Promise<Difference[]> {
  const { both, differs, isMissing } = chunk
  const { rows } = await client.query<{ key: Row; live: Row | null; rebuilt: Row | null }>(
    `select jsonb_build_object(${key.map(({ name }) => `'${name}', ${name}`).join(', ')}) as key,
            case when not ${isMissing('l')} then to_jsonb(l) end as live,
            case when not ${isMissing('r')} then to_jsonb(r) end as rebuilt
       from ${both} where ${differs} order by ${namesOf(key)} limit ${limit}`,
    valuesOf(range),
  )
  return rows.map((row) => ({ table, ...onlyDifferences(row) }))
}

function namesOf(key: KeyedTable['key']): string {
  return key.map(({ name }) => name).join(', ')
}

/** SQL: the key is in the range. Its parameters are those of `valuesOf`. */
function conditionOf(key: KeyedTable['key'], { after, upto }: Range): string {
  const row = (first: number) => `(${key.map(({ type }, index) => `$${first + index}::${type}`).join(', ')})`
  const conditions = [
    ...(after ? [`(${namesOf(key)}) > ${row(1)}`] : []),
    ...(upto ? [`(${namesOf(key)}) <= ${row(after ? 1 + key.length : 1)}`] : []),
  ]
  return conditions.join(' and ') || 'true'
}

function valuesOf({ after = [], upto = [] }: Range): string[] {
  return [...after, ...upto]
}

type Row = Record<string, unknown>

function onlyDifferences({ key, live, rebuilt }: { key: Row; live: Row | null; rebuilt: Row | null }) {
  if (!live || !rebuilt) return { key, live, rebuilt }
  return { key, live: difference(live, rebuilt), rebuilt: difference(rebuilt, live) }
}

/** @returns the columns of a row that differ from another row's; of an object in jsonb, the fields that differ */
function difference(row: Row, other: Row): Row {
  const differing = Object.entries(row).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(other[name]),
  )
  return Object.fromEntries(
    differing.map(([name, value]) => {
      const against = other[name]
      return [name, isObject(value) && isObject(against) ? difference(value, against) : value]
    }),
  )
}

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type CommonTables = {
  /** With the columns that both generations have, of the same type */
  tables: KeyedTable[]
  /** Tables and columns (`bookings.status`) that are not compared */
  onlyLive: string[]
  onlyRebuilt: string[]
}

type Column = { schema: string; table: string; name: string; type: string; keyPlace: number | null }

/** For generations whose tables may be defined differently: what can be compared, and what can't. */
export async function findCommonTables(
  client: pg.ClientBase,
  { live, rebuilt }: Pair,
): Promise<CommonTables> {
  const { rows } = await client.query<Column>(
    `select n.nspname as schema, c.relname as table, quote_ident(a.attname) as name,
            format_type(a.atttypid, a.atttypmod) as type, array_position(i.indkey::int2[], a.attnum) as "keyPlace"
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       left join pg_index i on i.indrelid = c.oid and i.indisprimary
      where c.relkind = 'r' and n.nspname in ($1, $2) order by c.relname, a.attnum`,
    [schemaOf(live), schemaOf(rebuilt)],
  )
  const [ofLive, ofRebuilt] = [live, rebuilt].map((generation) =>
    Map.groupBy(
      rows.filter(({ schema }) => schema === schemaOf(generation)),
      ({ table }) => table,
    ),
  ) as [Map<string, Column[]>, Map<string, Column[]>]
  const tables = [...ofLive].flatMap(([table, columns]) => {
    const common = columns.filter((column) => isAmong(ofRebuilt.get(table), column))
    const key = keyOf(columns)
    const isComparable = key.length > 0 && sameNames(key, keyOf(ofRebuilt.get(table) ?? []))
    return isComparable ? [{ table, key, columns: common.map(({ name }) => name) }] : []
  })
  const isCompared = ({ table, name }: Column) =>
    tables.some((one) => one.table === table && one.columns.includes(name))
  return {
    tables,
    onlyLive: uncomparedIn(ofLive, isCompared),
    onlyRebuilt: uncomparedIn(ofRebuilt, isCompared),
  }
}

function isAmong(columns: readonly Column[] = [], { name, type }: Column): boolean {
  return columns.some((other) => other.name === name && other.type === type)
}

function keyOf(columns: readonly Column[]): KeyedTable['key'] {
  return columns
    .filter(({ keyPlace }) => keyPlace !== null)
    .sort((one, other) => Number(one.keyPlace) - Number(other.keyPlace))
    .map(({ name, type }) => ({ name, type }))
}

function sameNames(one: KeyedTable['key'], other: KeyedTable['key']): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** A table of which nothing is compared by its name, else its columns that are not */
function uncomparedIn(
  columns: ReadonlyMap<string, Column[]>,
  isCompared: (column: Column) => boolean,
): string[] {
  return [...columns].flatMap(([table, all]) => {
    const left = all.filter((column) => !isCompared(column))
    return left.length === all.length ? [table] : left.map(({ name }) => `${table}.${name}`)
  })
}
