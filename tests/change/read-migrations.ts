import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Migrations } from './compare-migrations.ts'

const directory = 'infra/migrations/sql'

/** The migrations of a checkout. */
export function readMigrations(root: string): Migrations {
  const files = globSync(`${directory}/*.sql`, { cwd: root }).sort()
  return new Map(files.map((file) => [basename(file, '.sql'), readFileSync(join(root, file), 'utf8')]))
}

/** Those of the second list that the first does not have. */
export function newMigrations(older: Migrations, newer: Migrations): Migrations {
  return new Map([...newer].filter(([name]) => !older.has(name)))
}
