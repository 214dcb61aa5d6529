import type { TestDatabase } from './database.ts'

/** The services and the demo's loader write these at any time, and some rows follow an answer (a link by mail). */
const workings = [
  'work',
  'work_done',
  'work_consumers',
  'read_generations',
  'read_batches',
  'settings',
  'processes',
  'orphan_checks',
  'outbox',
  'password_resets',
  'audit',
  // a refused code counts as a try
  'contact_codes',
  // as a refused passcode does, with which a link may end
  'shares',
  'share_files',
  'share_looks',
]

export type Changes = {
  /** Marks the present, for `since` */
  mark(): Promise<number>
  /** The rows that were inserted, changed or deleted since a mark, such as `insert users`; events are rows of `events`. */
  since(mark: number): Promise<string[]>
}

/**
 * Records the changes of the log and of all ordinary tables by triggers, inside the writing transactions: a rolled-back change
 * is not recorded, a committed one always is. Tables that are created later (generations of read tables) are not watched.
 */
export async function watchChanges(database: TestDatabase): Promise<Changes> {
  await database.asOwner(`
    create schema watch;
    create table watch.changes (id bigint generated always as identity primary key, change text not null);
    create function watch.note() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
    begin
      insert into watch.changes (change) values (lower(tg_op) || ' ' || tg_table_name);
      return null;
    end $$`)
  const { rows } = await database.asOwner(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where (schemaname = 'public' and tablename <> all ($1)) or (schemaname = 'log' and tablename = 'events')`,
    [workings],
  )
  for (const { name } of rows) {
    await database.asOwner(
      `create trigger watch after insert or update or delete on ${name} for each row execute function watch.note()`,
    )
  }
  return {
    async mark() {
      const { rows } = await database.asOwner('select coalesce(max(id), 0)::int as mark from watch.changes')
      return rows[0].mark
    },
    async since(mark) {
      const { rows } = await database.asOwner('select change from watch.changes where id > $1 order by id', [
        mark,
      ])
      return rows.map(({ change }) => change)
    },
  }
}
