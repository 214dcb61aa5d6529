import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The full path of the first of these programs that PATH knows; undefined when it knows none. */
export function findOnPath(...names: string[]): string | undefined {
  // The directories of system programs are missing from an ordinary user's PATH on Debian.
  const directories = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']
  const candidates = names.flatMap((name) => directories.filter(Boolean).map((dir) => join(dir, name)))
  return candidates.find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
