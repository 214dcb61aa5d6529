import { readFileSync } from 'node:fs'
import type { MigrationBuilder } from 'node-pg-migrate'

/**
 * How long a migration waits for a table that a long transaction reads, a backup for example, ms. All later statements on the
 * table wait behind it, so it gives up, lets them pass and tries again. A migration that needs two tables holds the first one while it
 * waits for the second: together that is below the 500 ms for which a write may wait.
 */
export const lockTimeoutMs = 200

/** The first line of a migration whose statements run one by one, each in no transaction but its own. */
const marker = /^-- outside a transaction\b/
const concurrentIndex = /^create (?:unique )?index concurrently if not exists ([\w.]+)/i

/**
 * Reads migrations for node-pg-migrate: a file is one transaction, unless its first line says `-- outside a transaction`. Then it may
 * contain `create index concurrently if not exists`, and must be able to run again after it failed in its middle.
 */
export async function loadSql(paths: string[]) {
  return paths.map((path) => {
    const sql = readFileSync(path, 'utf8')
    const up = (builder: MigrationBuilder) => {
      if (!isOutsideTransaction(sql)) return builder.sql(sql)
      builder.noTransaction()
      for (const statement of statementsOutside(sql)) builder.sql(statement)
    }
    return { id: path, filePaths: [path], actions: { up, down: false as const } }
  })
}

/** @param sql the text of a migration */
export function isOutsideTransaction(sql: string): boolean {
  return marker.test(sql)
}

/**
 * The statements that run one by one. They wait as long as it takes for the transactions before them, because nobody waits behind
 * them. An index that an attempt before left unfinished is dropped first, within the lock timeout.
 *
 * @param sql the text of a migration, in which each statement ends with a semicolon at the end of a line
 */
export function statementsOutside(sql: string): string[] {
  return sql
    .replaceAll(/--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean)
    .flatMap((statement) => {
      const index = concurrentIndex.exec(statement)?.[1]
      return [
        ...(index ? [dropUnfinished(index)] : []),
        'set lock_timeout = 0',
        statement,
        `set lock_timeout = ${lockTimeoutMs}`,
      ]
    })
}

function dropUnfinished(index: string): string {
  return `do $do$ begin
    if exists (select from pg_index where indexrelid = to_regclass('${index}') and not indisvalid) then
      drop index ${index};
    end if;
  end $do$`
}
