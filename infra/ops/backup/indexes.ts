import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { quoteName, runInParallel } from './connections.ts'

type Definition = {
  table: string
  name: string
  kind: 'foreign key' | 'constraint' | 'index'
  definition: string
}

/** Foreign keys of all tables; unique constraints and indexes of the given ones. */
async function readDefinitions(client: pg.ClientBase, tables: readonly string[]): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(
    `with ours as (
       select c.oid, n.nspname || '.' || c.relname as name
         from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'log')
     )
     select t.name as table, o.conname as name, case o.contype when 'f' then 'foreign key' else 'constraint' end as kind,
            pg_get_constraintdef(o.oid) as definition
       from pg_constraint o join ours t on t.oid = o.conrelid
      where o.contype = 'f' or (o.contype in ('p', 'u', 'x') and t.name = any ($1))
     union all
     select t.name, n.nspname || '.' || c.relname, 'index', pg_get_indexdef(i.indexrelid)
       from pg_index i
       join ours t on t.oid = i.indrelid
       join pg_class c on c.oid = i.indexrelid
       join pg_namespace n on n.oid = c.relnamespace
      where t.name = any ($1) and not exists (select from pg_constraint o where o.conindid = i.indexrelid and o.conrelid = i.indrelid)
      order by 1, 2`,
    [tables],
  )
  return rows
}

/**
 * Drops the foreign keys, unique constraints and indexes of tables that are about to be filled: the tables can then be filled in
 * any order, and an index is made in one pass afterwards.
 * @returns makes them again, each table on one connection. @throws if a row violates one of them
 */
export async function dropIndexes(
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<(clients: readonly [pg.Client, ...pg.Client[]], onDone: () => void) => Promise<void>> {
  const definitions = await readDefinitions(client, tables)
  const drops = (['foreign key', 'constraint', 'index'] as const).flatMap((kind) =>
    definitions.filter((definition) => definition.kind === kind).map(dropStatement),
  )
  for (const drop of drops) await client.query(drop)

  return async (clients, onDone) => {
    await runInParallel(clients, tables, async (own, table) => {
      for (const definition of definitions)
        if (definition.table === table && definition.kind !== 'foreign key')
          await own.query(createStatement(definition))
      onDone()
    })
    const [own] = clients
    for (const definition of definitions)
      if (definition.kind === 'foreign key') await own.query(createStatement(definition))
    if (!isDeepStrictEqual(await readDefinitions(own, tables), definitions))
      throw new Error('The indexes after the restore are not those before it')
  }
}

function dropStatement({ table, name, kind }: Definition): string {
  if (kind === 'index') return `drop index ${quoteName(name)}`
  return `alter table ${quoteName(table)} drop constraint ${pg.escapeIdentifier(name)}`
}

function createStatement({ table, name, kind, definition }: Definition): string {
  if (kind === 'index') return definition
  return `alter table ${quoteName(table)} add constraint ${pg.escapeIdentifier(name)} ${definition}`
}
