import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { RebuildRefused } from '../generations/rebuild.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../../..')

/** A directory with another version of the packages */
export type OtherCode = { directory: string; remove(): Promise<void> }

/**
 * @param code the name of a directory beside the running release, or an absolute path; or a commit, branch or tag of the running
 * checkout, whose files are written to a temporary directory
 * @throws RebuildRefused
 */
export async function openOtherCode(code: string): Promise<OtherCode> {
  const directory = resolve(root, '..', code)
  const other = existsSync(directory) ? { directory, remove: async () => {} } : await extract(code)
  if (existsSync(join(other.directory, 'packages/projections/src'))) return other
  await other.remove()
  throw new RebuildRefused(`${code} has no packages/projections.`)
}

/** `git archive` instead of a worktree: nothing of it is left in the repository, however this process ends. */
async function extract(ref: string): Promise<OtherCode> {
  const commit = await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`).catch(
    () => {
      throw new RebuildRefused(
        `${ref} is neither a release beside the running one nor a commit, branch or tag of its checkout.`,
      )
    },
  )
  const directory = await mkdtemp(join(tmpdir(), 'jaanch-trial-'))
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

async function git(...parameters: string[]): Promise<string> {
  const { stdout } = await run('git', ['-C', root, ...parameters])
  return stdout.trim()
}
