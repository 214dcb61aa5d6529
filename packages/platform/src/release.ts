import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }

export type Release = {
  /** Of the package */
  version: string
  /** The first 12 characters of git's commit; null if it is not known */
  commit: string | null
}

const repository = resolve(import.meta.dirname, '../../..')

/**
 * Which code this is, without running git: an image has the commit in the file `.commit`, a checkout in its `.git`.
 * @param directory of the repository
 */
export function readRelease(directory = repository): Release {
  const commit = read(directory, '.commit') ?? readHead(directory)
  return { version: packageJson.version, commit: commit?.slice(0, 12) ?? null }
}

function readHead(directory: string): string | undefined {
  const git = resolve(directory, read(directory, '.git')?.replace('gitdir: ', '') ?? '.git')
  const head = read(git, 'HEAD')
  if (!head?.startsWith('ref: ')) return head
  const ref = head.slice('ref: '.length)
  // a worktree has its HEAD, but no branches, of its own
  const shared = resolve(git, read(git, 'commondir') ?? '.')
  const packed = read(shared, 'packed-refs')?.split('\n')
  return read(shared, ref) ?? packed?.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0]
}

/** @returns the text without blanks at its ends; undefined if there is none, or it is a directory */
function read(directory: string, file: string): string | undefined {
  try {
    return readFileSync(resolve(directory, file), 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}
