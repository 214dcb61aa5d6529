import { lstatSync, readlinkSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join, parse, relative, sep } from 'node:path'

/**
 * Why a path cannot be made, entered or written, in words.
 *
 * @param {string} path absolute
 * @param {string} code of the system call's error, such as ENOTDIR
 * @returns {string} a part of a sentence
 */
export function explain(path, code) {
  const { existing, obstacle } = walk(path)
  if (obstacle) return obstacle
  switch (code) {
    case 'EROFS':
      return `${existing} is on a file system that is read-only`
    case 'ENOSPC':
      return `the disk of ${existing} is full`
    case 'EDQUOT':
      return `your quota on the disk of ${existing} is used up`
    case 'ENAMETOOLONG':
      return 'its path is too long for the file system'
    case 'EACCES':
      return `the user ${userName()} may not write in ${existing}`
    case 'ENOENT':
    case 'EPERM':
      return `${existing} takes no new files (${code})`
    default:
      return `its disk answers ${code}`
  }
}

/** A system user without an entry in /etc/passwd has no name. */
export function userName() {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? '')
  }
}

/**
 * Follows the path from the root.
 *
 * @param {string} path absolute
 * @returns {{ existing: string, obstacle?: string }} the last directory of the path that exists, and what is in the way
 */
function walk(path) {
  const { root } = parse(path)
  let existing = root
  for (const name of relative(root, path).split(sep).filter(Boolean)) {
    const next = join(existing, name)
    const code = errorCode(() => {
      if (!statSync(next).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' })
    })
    if (code === 'ENOTDIR') return { existing, obstacle: `${next} is not a directory` }
    if (code === 'ELOOP') return { existing, obstacle: `the symbolic links of ${next} lead in a circle` }
    if (code === 'ENOENT' && isLink(next))
      return {
        existing,
        obstacle: `the symbolic link ${next} leads to ${target(next)}, which does not exist`,
      }
    if (code) return { existing }
    existing = next
  }
  return { existing }
}

/** @param {string} path */
function isLink(path) {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

/** @param {string} link */
function target(link) {
  const written = readlinkSync(link)
  return written.startsWith('/') ? written : join(dirname(link), written)
}

/**
 * @param {() => void} call
 * @returns {string | undefined} the code of the error that it throws
 */
export function errorCode(call) {
  try {
    call()
    return undefined
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}
