import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

/**
 * A secret of 256 bits that is made once and kept in a file that only its owner may read (mode 600).
 *
 * @returns the secret, safe in URLs
 */
export function keptSecret(path: string): string {
  try {
    writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(path, 'utf8').trim()
}
