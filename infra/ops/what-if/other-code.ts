import { execFile } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Problem } from '../../local/problem.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../..')

/** A directory with another version of the packages */
export type OtherCode = { directory: string; remove(): Promise<void> }

/**
 * @param code a directory that contains packages/projections (or services/projector), or a commit, branch or tag of this checkout,
 * whose files are written to a temporary directory
 * @throws Problem
 */
export async function openOtherCode(code: string): Promise<OtherCode> {
  const directory = resolve(code)
  const isDirectory = existsSync(directory) && statSync(directory).isDirectory()
  const other = isDirectory ? { directory, remove: async () => {} } : await extract(code)
  if (hasProjections(other.directory)) return other
  await other.remove()
  throw new Problem(
    `${code} has no projections: neither packages/projections/src nor services/projector/src/projections.`,
  )
}

function hasProjections(directory: string): boolean {
  return ['packages/projections/src', 'services/projector/src/projections'].some((place) =>
    existsSync(join(directory, place)),
  )
}

/** `git archive` instead of a worktree: nothing of it is left in the repository, however this process ends. */
async function extract(ref: string): Promise<OtherCode> {
  const commit = await commitOf(ref)
  const directory = await mkdtemp(join(tmpdir(), 'jaanch-what-if-'))
  const remove = () => rm(directory, { recursive: true, force: true })
  try {
    const archive = join(directory, 'code.tar')
    await git('archive', '--output', archive, commit, 'packages', 'services')
    await run('tar', ['-xf', archive, '-C', directory])
    return { directory, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function commitOf(ref: string): Promise<string> {
  await git('rev-parse', '--git-dir').catch(() => {
    throw new Problem(
      `There is no directory ${ref}, and without a git checkout no commit can be read: name a directory with the code.`,
    )
  })
  try {
    return await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`)
  } catch {
    throw new Problem(`${ref} is neither a directory nor a commit, branch or tag of this checkout.`)
  }
}

async function git(...parameters: string[]): Promise<string> {
  const { stdout } = await run('git', ['-C', root, ...parameters])
  return stdout.trim()
}
