import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { git } from '@jaanch/infra/release/git'
import { linkPackages } from '@jaanch/infra/release/link-packages'

export type Tree = { root: string; remove(): void }

/** Not needed to read what a release promises */
const leftOut = ['tests', 'web', 'docs']

/** Writes the files of a commit to a temporary directory: nothing of it is left in the repository, however this process ends. */
export function extractTree(repository: string, commit: string): Tree {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'jaanch-change-')))
  const remove = () => rmSync(root, { recursive: true, force: true })
  try {
    const entries = git(repository, 'ls-tree', '--name-only', commit).split('\n')
    const wanted = entries.filter((name) => !leftOut.includes(name))
    const archive = join(root, '.tar')
    git(repository, 'archive', '--format=tar', `--output=${archive}`, commit, '--', ...wanted)
    execFileSync('tar', ['-xf', archive, '-C', root])
    rmSync(archive)
    // whatever the commit had: only declarations are read, and nothing is started
    linkPackages(root)
    return { root, remove }
  } catch (error) {
    remove()
    throw error
  }
}
