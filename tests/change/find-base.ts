import { tryGit } from '@jaanch/infra/release/git'

/** What a change is compared with: `name` as it was asked for, or the tag that was found. */
export type Base = { name: string; commit: string }

/** `isMistake`: the caller named something that does not exist, and more history would not help. */
export type NoBase = { why: string; isMistake: boolean }

/** Tags of releases */
const tags = 'v[0-9]*'

/**
 * @param since a commit, branch or tag; by default the newest tag of a release before the checkout
 * @returns the commit, or a sentence why there is none
 */
export function findBase(repository: string, since?: string): Base | NoBase {
  if (tryGit(repository, 'rev-parse', '--git-dir') === undefined)
    return no('This is no git checkout: there is nothing to compare with.')
  const isShallow = tryGit(repository, 'rev-parse', '--is-shallow-repository') === 'true'
  const remedy = isShallow ? ' The clone is shallow: run git fetch --unshallow --tags.' : ''
  const name = since ?? tryGit(repository, 'describe', '--tags', '--abbrev=0', '--match', tags)
  if (!name)
    return no(`No release is tagged before this commit (v1.2.3): name a commit with --since.${remedy}`)
  const commit = tryGit(
    repository,
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${name}^{commit}`,
  )
  if (commit) return { name, commit }
  return { why: `The repository has no commit, branch or tag ${name}.${remedy}`, isMistake: !isShallow }
}

function no(why: string): NoBase {
  return { why, isMistake: false }
}
