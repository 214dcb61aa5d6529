import { readFileSync } from 'node:fs'

/** The definition of the read tables without comments and line breaks: two that differ make different tables. */
export function readDefinition(): string {
  const sql = readFileSync(new URL('../generations/generation.sql', import.meta.url), 'utf8')
  return sql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim()
}
