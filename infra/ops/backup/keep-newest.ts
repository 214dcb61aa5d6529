/** A directory with backups, each in a directory of its own that is named by the time (UTC) at which it began. */
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { manifestFile } from './manifest.ts'

const pattern = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/
const staleAfterMs = 2 * 24 * 3_600_000

/** The name of a backup that begins now: colons are not possible in names on every file system. */
export function nameAt(now: Date): string {
  return `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
}

/**
 * Deletes all backups of a directory but the newest, and what backups left that were killed more than two days ago. Other files and
 * directories stay.
 * @param keep at least 1
 * @returns the names of what was deleted, oldest first
 */
export async function deleteOldBackups(parent: string, keep: number, now: Date): Promise<string[]> {
  const names = (await readdir(parent)).filter((name) => pattern.test(name)).sort()
  const isComplete = (name: string) => existsSync(join(parent, name, manifestFile))
  const old = new Set(names.filter(isComplete).slice(0, -keep))
  // another one may be under way
  const killed = names.filter((name) => !isComplete(name) && now.getTime() - beganAt(name) > staleAfterMs)
  const doomed = names.filter((name) => old.has(name) || killed.includes(name))
  for (const name of doomed) await rm(join(parent, name), { recursive: true })
  return doomed
}

const beganAt = (name: string) => Date.parse(name.replace(pattern, '$1T$2:$3:$4Z'))
