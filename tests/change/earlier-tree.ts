import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inRepository } from '@jaanch/infra/local/paths'
import { linkPackages } from '../versions/earlier-release.ts'
import { git } from './git.ts'

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
    linkLibraries(root)
    return { root, remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** The libraries are those of this repository, whatever the commit had: only declarations are read, and nothing is started. */
export function linkLibraries(root: string): void {
  for (const parent of ['packages', 'services']) mkdirSync(join(root, parent), { recursive: true })
  linkPackages(root)
  for (const nested of globSync('{packages,services}/*/node_modules', { cwd: inRepository() })) {
    const place = join(root, nested)
    if (existsSync(dirname(place))) symlinkSync(inRepository(nested), place)
  }
}
