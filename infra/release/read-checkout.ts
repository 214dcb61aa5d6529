import { git, tryGit } from './git.ts'
import { versionAt } from './release-files.ts'
import { compareVersions, parseVersion } from './version.ts'

/** What git says about the checkout that is to be released. */
export type Checkout = {
  root: string
  /** undefined: no branch */
  branch: string | undefined
  isShallow: boolean
  /** Paths that are not committed */
  changed: string[]
  head: string
  /** Of package.json of the last commit */
  version: string
  /** The version of the last commit, if that is a commit of a release */
  releasedBy: string | undefined
  /** Commits of the released versions */
  released: Map<string, string>
  /** The newest version that was released before the last commit */
  previous: string | undefined
  /** Whether git knows who commits */
  hasIdentity: boolean
}

export const tagOf = (version: string) => `v${version}`
export const subjectOf = (version: string) => `release: ${version}`

/** @throws Error outside of a git checkout */
export function readCheckout(root: string): Checkout {
  const tags = git(root, 'tag', '--list', 'v*').split('\n')
  const released = new Map(
    tags.flatMap((tag) => {
      const version = tag.slice(1)
      return isVersion(version) ? [[version, git(root, 'rev-parse', `${tag}^{commit}`)] as const] : []
    }),
  )
  const head = git(root, 'rev-parse', 'HEAD')
  const version = versionAt(root, 'HEAD') ?? '0.0.0'
  const isRelease = git(root, 'log', '-1', '--format=%s') === subjectOf(version)
  const before = [...released].filter(
    ([, commit]) =>
      commit !== head && tryGit(root, 'merge-base', '--is-ancestor', commit, head) !== undefined,
  )
  return {
    root,
    branch: tryGit(root, 'symbolic-ref', '--short', '--quiet', 'HEAD'),
    isShallow: git(root, 'rev-parse', '--is-shallow-repository') === 'true',
    // two letters and a blank, then the path; -uall names files and not directories
    changed: git(root, 'status', '--porcelain', '-uall')
      .split('\n')
      .filter(Boolean)
      .map((line) => line.slice(3)),
    head,
    version,
    releasedBy: isRelease ? version : undefined,
    released,
    previous: before
      .map(([name]) => name)
      .sort(compareVersions)
      .at(-1),
    hasIdentity: tryGit(root, 'var', 'GIT_COMMITTER_IDENT') !== undefined,
  }
}

function isVersion(text: string): boolean {
  try {
    parseVersion(text)
    return true
  } catch {
    return false
  }
}
