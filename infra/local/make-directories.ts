import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a directory and those above it that are missing. Node's own `recursive` never ends where the kernel answers ENOENT
 * although the parent exists, as in /proc.
 * @param mode of each directory that is made
 * @returns false if the path existed already, perhaps as something else
 * @throws the error of the system call `mkdir`
 */
export function makeDirectories(path: string, mode = 0o777): boolean {
  if (existsSync(path)) return false
  const parent = dirname(path)
  if (parent !== path) makeDirectories(parent, mode)
  try {
    mkdirSync(path, { mode })
    return true
  } catch (error) {
    // another process was faster, or a symbolic link leads nowhere
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
