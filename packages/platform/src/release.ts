import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

export type Release = {
  /** The version of package.json at the root of the repository; the versions of the workspaces mean nothing */
  version: string
  /** The first 12 characters of git's commit, with `-dirty` if the code was changed after it; null if it is not known */
  commit: string | null
}

const repository = resolve(import.meta.dirname, '../../..')

/**
 * Which code this is, without running git: an image has the commit in the file `.commit`, a checkout in its `.git`.
 * @param directory of the repository
 */
export function readRelease(directory = repository): Release {
  const { version } = JSON.parse(readFileSync(resolve(directory, 'package.json'), 'utf8'))
  const commit = read(directory, '.commit') ?? readHead(directory)
  return { version, commit: commit?.replace(/^([0-9a-f]{12})[0-9a-f]*/, '$1') ?? null }
}

/** A release in one word, such as `0.3.0+1234abcd5678`: a version of Semantic Versioning */
export function releaseName({ version, commit }: Release): string {
  return commit === null ? version : `${version}+${commit}`
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
