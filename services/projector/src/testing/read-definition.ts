import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const repository = resolve(import.meta.dirname, '../../../..')

/**
 * The definition of the read tables without comments and line breaks: two that differ make different tables.
 * @param root of a checkout; default: this one
 */
export function readDefinition(root = repository): string {
  const sql = readFileSync(join(root, 'services/projector/src/generations/generation.sql'), 'utf8')
  return sql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim()
}
