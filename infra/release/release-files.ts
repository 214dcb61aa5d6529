import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSections, releaseSection } from './changelog.ts'
import { git, tryGit } from './git.ts'

/** The only files that a release changes. */
export const releaseFiles = [
  'package.json',
  'package-lock.json',
  'CHANGELOG.md',
  // the image's tag, and the Job that is named by the version
  'infra/k8s/base/kustomization.yaml',
  'infra/k8s/base/migrate.yaml',
] as const

export const isReleaseFile = (path: string) => (releaseFiles as readonly string[]).includes(path)

type ReleaseFiles = Record<(typeof releaseFiles)[number], string>

/** The files as the last commit has them. @throws Error if it lacks one */
function committedFiles(root: string): ReleaseFiles {
  const read = (name: string) => git(root, 'show', `HEAD:${name}`)
  return Object.fromEntries(releaseFiles.map((name) => [name, `${read(name)}\n`])) as ReleaseFiles
}

/**
 * The files as the release has them: number, and date of the section.
 * @param date YYYY-MM-DD
 */
export function plannedFiles(root: string, version: string, date: string): ReleaseFiles {
  const files = committedFiles(root)
  const lock = JSON.parse(files['package-lock.json'])
  lock.version = version
  if (lock.packages?.['']) lock.packages[''].version = version
  return {
    'package.json': files['package.json'].replace(/"version": "[^"]*"/, `"version": "${version}"`),
    'package-lock.json': `${JSON.stringify(lock, null, 2)}\n`,
    'CHANGELOG.md': releaseSection(files['CHANGELOG.md'], version, date),
    'infra/k8s/base/kustomization.yaml': files['infra/k8s/base/kustomization.yaml'].replace(
      /newTag: .*/,
      `newTag: ${version}`,
    ),
    'infra/k8s/base/migrate.yaml': files['infra/k8s/base/migrate.yaml'].replace(
      /name: migrate-\d\S*/,
      `name: migrate-${version.replaceAll('.', '-')}`,
    ),
  }
}

/** Each file is replaced whole: a process that dies leaves none half written. */
export function writeFiles(root: string, files: ReleaseFiles): void {
  for (const name of releaseFiles) {
    const temporary = join(root, `${name}.new`)
    writeFileSync(temporary, files[name])
    renameSync(temporary, join(root, name))
  }
}

/**
 * Whether everything that is not committed is what a release of this version that was interrupted had written.
 * @param changed paths that are not committed
 */
export function isOurs(root: string, version: string, changed: readonly string[]): boolean {
  if (!changed.every((path) => isReleaseFile(path) || path === leftover(path))) return false
  const before = committedFiles(root)
  const planned = plannedFiles(root, version, dateOnDisk(root, version) ?? '')
  return releaseFiles.every((name) => {
    const text = readFileSync(join(root, name), 'utf8')
    return text === before[name] || text === planned[name]
  })
}

/** A file that a process which died in `writeFiles` left, to be deleted. */
export function leftover(path: string): string | undefined {
  return releaseFiles.some((name) => path === `${name}.new`) ? path : undefined
}

/** The date that an interrupted release has written already. */
export function dateOnDisk(root: string, version: string): string | undefined {
  const sections = readSections(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))
  return sections.find(({ name }) => name === version)?.date
}

/** The version in the package.json of a commit; undefined if it has none. */
export function versionAt(root: string, commit: string): string | undefined {
  const text = tryGit(root, 'show', `${commit}:package.json`)
  return text ? JSON.parse(text).version : undefined
}
