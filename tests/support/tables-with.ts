import type { TestDatabase } from './database.ts'

/** @returns the tables with a row that contains one of these texts, in upper or lower case, as text or as bytes */
export async function tablesWith(
  { database }: { database: Pick<TestDatabase, 'asOwner'> },
  texts: readonly string[],
): Promise<string[]> {
  const { rows: tables } = await database.asOwner(
    `select tablename as name, format('%I.%I', schemaname, tablename) as path from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name, path } of tables) {
    // a bytea is shown in hex
    const { rows } = await database.asOwner(
      `select exists (select from ${path} looked_at, unnest($1::text[]) as wanted (mark_of_the_test)
         where position(lower(mark_of_the_test) in lower((looked_at.*)::text)) > 0
            or position(encode(convert_to(mark_of_the_test, 'utf8'), 'hex') in (looked_at.*)::text) > 0) as yes`,
      [texts],
    )
    if (rows[0].yes) found.push(name)
  }
  return found
}
