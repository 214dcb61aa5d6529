import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The migrations of this code. The first fourteen make the whole schema of 0.3.0. */
export const ownDirectory = fileURLToPath(new URL('sql', import.meta.url))

export type Migration = {
  /** The file's name and the beginning of the hash of its text: a database that was made from another text lacks this migration. */
  name: string
  sql: string
}

/** Reads the migrations of a directory, in order. */
export function loadMigrations(directory: string): Migration[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(directory, file), 'utf8')
      const hash = createHash('sha256').update(sql).digest('hex').slice(0, 8)
      return { name: `${file.replace(/\.sql$/, '')}-${hash}`, sql }
    })
}

/** The file that a migration's name begins with, whatever its text. */
export function fileOf(name: string): string {
  return name.replace(/-[0-9a-f]{8}$/, '')
}

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
 * Whether a migration is not one transaction. Then it may contain `create index concurrently if not exists`, and must be able to run
 * again after it failed in its middle.
 */
export function isOutsideTransaction(sql: string): boolean {
  return marker.test(sql)
}

/**
 * The statements of such a migration. They wait as long as it takes for the transactions before them, because nobody waits behind
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
