import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a directory and those above it that are missing. Node's own `recursive` never ends where the kernel answers ENOENT
 * although the parent exists, as in /proc.
 *
 * @param {string} path absolute
 * @param {number} mode of each directory that is made
 * @param {string[]} made receives the path of each directory that is made, also if it throws then
 * @returns {string[]} `made`; empty if the path existed already, perhaps as something else
 * @throws the error of the system call `mkdir`
 */
export function makeDirectories(path, mode = 0o777, made = []) {
  if (existsSync(path)) return made
  const parent = dirname(path)
  if (parent !== path) makeDirectories(parent, mode, made)
  try {
    mkdirSync(path, { mode })
    made.push(path)
  } catch (error) {
    // another process was faster, or a symbolic link leads nowhere
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return made
}
