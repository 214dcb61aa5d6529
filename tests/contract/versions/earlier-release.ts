import { execFileSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { inRepository } from '@jaanch/infra/local/paths'

const repository = resolve(import.meta.dirname, '../../..')

/** The code of one release, with its packages. */
export type Release = { name: string; root: string }

export const thisRelease: Release = { name: 'new', root: repository }

type Earlier = {
  /** Undefined if this code has to stand in for it */
  commit?: string
  /** The statements that the test does not prove, and why */
  caveat?: string
}

/**
 * Finds the release that runs beside this code: the last tag, or the parent commit as long as nothing is tagged. Until then schema files
 * and events are edited in place, so that a parent with others cannot use the database of this code: this code then runs beside itself,
 * which still proves that every replacement of a process loses nothing.
 *
 * @returns undefined if the history is missing
 */
function findEarlier(): Earlier | undefined {
  const tag = tryGit('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^')
  if (tag) return { commit: tag }
  const parent = tryGit('rev-parse', '--verify', '--quiet', 'HEAD^')
  if (!parent) return undefined
  const editable = ['packages/*/migrations/*', 'packages/*events*.ts', ':!packages/operations']
  const edited = tryGit('diff', '--name-only', '--diff-filter=a', parent, '--', ...editable)
  if (edited === '') return { commit: parent }
  return {
    caveat: `The parent commit has another schema or other events, so this code runs beside itself. Changed: ${edited?.replaceAll('\n', ', ')}`,
  }
}

const earlier = findEarlier()

/** Why there is no earlier release; undefined if there is one */
export const whyNoEarlierRelease = earlier
  ? undefined
  : 'The repository has no parent of HEAD (a shallow clone, or no clone at all): run git fetch --unshallow.'
export const caveat = earlier?.caveat

/** Checks the earlier release out beside the repository, with git worktree. The caller removes it. */
export function checkOutEarlierRelease(): Release & { remove(): void } {
  const commit = earlier?.commit
  if (!commit) return { name: 'old', root: repository, remove() {} }
  const root = join(realpathSync(mkdtempSync(join(tmpdir(), 'jaanch-release-'))), 'old')
  git('worktree', 'add', '--quiet', '--detach', root, commit)
  const remove = () => {
    git('worktree', 'remove', '--force', root)
    rmSync(resolve(root, '..'), { recursive: true, force: true })
  }
  try {
    installPackages(root)
  } catch (error) {
    remove()
    throw error
  }
  return { name: 'old', root, remove }
}

/** Links the packages of this repository if they are the ones that the release was made with, else installs its own. */
function installPackages(root: string): void {
  if (hasSamePackages(root)) linkPackages(root)
  else execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: root, stdio: 'ignore' })
}

type Lock = { packages: Record<string, { version?: string; dev?: boolean; link?: boolean }> }

function hasSamePackages(root: string): boolean {
  const read = (from: string) => JSON.parse(readFileSync(join(from, 'package-lock.json'), 'utf8')) as Lock
  const ours = read(repository).packages
  return Object.entries(read(root).packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)
    .every(([path, { version }]) => ours[path]?.version === version)
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: repository, stdio: 'pipe', encoding: 'utf8' }).trim()
}

function tryGit(...args: string[]): string | undefined {
  try {
    return git(...args)
  } catch {
    return undefined
  }
}

/** Links packages into another checkout: third-party packages are ours, those of the workspaces are the checkout's own. */
function linkPackages(root: string): void {
  const own = join(root, 'node_modules', '@jaanch')
  mkdirSync(own, { recursive: true })
  for (const name of readdirSync(inRepository('node_modules'))) {
    if (name !== '@jaanch') symlinkSync(inRepository('node_modules', name), join(root, 'node_modules', name))
  }
  for (const path of globSync('{packages/*,services/*,infra,tests,web}/package.json', { cwd: root })) {
    const workspace = dirname(path)
    symlinkSync(join(root, workspace), join(own, basename(workspace)))
    // versions that differ from those of other workspaces
    const nested = inRepository(workspace, 'node_modules')
    if (existsSync(nested)) linkNested(nested, join(root, workspace, 'node_modules'))
  }
}

/** The directory is the checkout's own, because a build writes to it. */
function linkNested(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  const isPackage = (name: string) => !name.startsWith('.')
  for (const name of readdirSync(from).filter(isPackage)) symlinkSync(join(from, name), join(to, name))
}
