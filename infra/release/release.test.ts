import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestRepository } from '@jaanch/tests/support/git-repository'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTempDir } from '../local/testing.ts'
import { readCheckout } from './read-checkout.ts'
import { plannedFiles, releaseFiles, writeFiles } from './release-files.ts'
import { changelog, createReleasable, tryRelease } from './testing.ts'

const directory = useTempDir()
let repository: TestRepository

/** A file beside the repository. */
const beside = (name: string) => join(directory.path, name)
const inside = (...path: string[]) => join(repository.path, ...path)
const read = (...path: string[]) => readFileSync(inside(...path), 'utf8')
const artefact = (...path: string[]) => inside('dist', 'release', '0.2.0', ...path)

/** Names of the scripts that ran since the last call. */
function scriptsRun(): string[] {
  if (!existsSync(beside('ran'))) return []
  const names = readFileSync(beside('ran'), 'utf8').trim().split('\n')
  rmSync(beside('ran'))
  return names
}

/** What check:change will say. */
function setChange(level: string, missing: string[] = []): void {
  writeFileSync(beside('change.json'), JSON.stringify({ base: { name: 'v0.1.0' }, level, missing }))
}

/** All that git knows, and the files of the release. */
const state = () => ({
  refs: repository.git('for-each-ref'),
  status: repository.git('status', '--porcelain', '--ignored'),
})

beforeEach(() => {
  const path = beside('repository')
  mkdirSync(path)
  repository = createReleasable(path)
  repository.git('tag', '-a', 'v0.1.0', '-m', 'first')
  repository.commit('second', { 'README.md': 'More.\n' })
  setChange('minor')
})

describe('a release', () => {
  it('runs the checks, sets the number, commits, tags, and makes its files', async () => {
    const output = await tryRelease(repository, 'minor')
    expect(scriptsRun()).toEqual([
      'check:change',
      'test',
      'test:versions',
      'check:supply',
      'check:supply',
      'image',
    ])
    expect(repository.git('log', '-1', '--format=%s')).toBe('release: 0.2.0')
    expect(repository.git('cat-file', '-t', 'v0.2.0')).toBe('tag')
    expect(repository.git('tag', '-l', '--format=%(contents)', 'v0.2.0')).toContain('### Added\n\n- Reviews.')
    expect(repository.git('status', '--porcelain')).toBe('')
    expect(JSON.parse(read('package.json')).version).toBe('0.2.0')
    expect(read('infra/k8s/base/kustomization.yaml')).toContain('newTag: 0.2.0')
    expect(read('infra/k8s/base/migrate.yaml')).toContain('name: migrate-0-2-0')
    expect(JSON.parse(read('package-lock.json'))).toMatchObject({
      version: '0.2.0',
      packages: { '': { version: '0.2.0' } },
    })
    expect(read('CHANGELOG.md')).toContain('## [Unreleased]\n\n## [0.2.0] - 2026-02-28\n\n### Added')
    expect(readdirSync(artefact()).sort()).toEqual([
      'NOTES.md',
      'SHA256SUMS',
      'jaanch-0.2.0-image.cdx.json',
      'jaanch-0.2.0.cdx.json',
      'jaanch-0.2.0.tar.gz',
    ])
    expect(readFileSync(artefact('NOTES.md'), 'utf8')).toBe(
      '# Jaanch 0.2.0\n\n2026-02-28\n\n### Added\n\n- Reviews.\n',
    )
    execFileSync('sh', ['-c', 'sha256sum --check --quiet SHA256SUMS'], { cwd: artefact() })
    expect(output).toContain('git push --atomic origin main v0.2.0')
    expect(repository.git('remote')).toBe('')
  })

  it('has an archive with the files of the commit, the built client and the commit, the same bytes each time', async () => {
    await tryRelease(repository, '0.2.0')
    const hash = readFileSync(artefact('SHA256SUMS'), 'utf8')
    execFileSync('tar', ['-xzf', artefact('jaanch-0.2.0.tar.gz'), '-C', directory.path])
    const unpacked = beside('jaanch-0.2.0')
    expect(readdirSync(unpacked)).toContain('run.sh')
    expect(readFileSync(join(unpacked, 'web/dist/index.html'), 'utf8')).toBe('built')
    expect(JSON.parse(readFileSync(join(unpacked, 'web/dist/.vite/manifest.json'), 'utf8'))).toEqual({
      '../node_modules/zod/package.json': {},
    })
    expect(readFileSync(join(unpacked, '.commit'), 'utf8').trim()).toBe(repository.git('rev-parse', 'HEAD'))
    expect(existsSync(join(unpacked, 'node_modules'))).toBe(false)

    const umask = process.umask(0o077)
    try {
      await tryRelease(repository, '0.2.0')
    } finally {
      process.umask(umask)
    }
    expect(readFileSync(artefact('SHA256SUMS'), 'utf8')).toBe(hash)
  })

  it('of a dry run says what it would do, and changes nothing', async () => {
    const before = state()
    const output = await tryRelease(repository, 'minor', { dryRun: true })
    expect(state()).toEqual(before)
    expect(scriptsRun()).toEqual(['check:change'])
    expect(output).toContain('Release 0.2.0 would:')
    expect(output).toMatch(
      /npm run test:versions[\s\S]*annotated tag v0\.2\.0[\s\S]*npm run image[\s\S]*Nothing was changed\.$/,
    )
  })

  it('without checks says so; without an image builds none', async () => {
    const output = await tryRelease(repository, 'minor', { skipChecks: true, hasImage: false })
    expect(output).toContain('npm run test, npm run test:versions, npm run check:supply were NOT run')
    // the bill of materials is part of every release
    expect(scriptsRun()).toEqual(['check:change', 'check:supply'])
    expect(readdirSync(artefact())).not.toContain('jaanch-0.2.0-image.cdx.json')
  })

  it('whose tests fail changes nothing', async () => {
    const before = state()
    writeFileSync(beside('failing'), '')
    await expect(tryRelease(repository, 'minor')).rejects.toThrow('npm run test failed')
    expect(state()).toEqual(before)
  })
})

describe('a release is refused', () => {
  const refused = (asked: string, sentence: string | RegExp, options = {}) =>
    expect(tryRelease(repository, asked, options)).rejects.toThrow(sentence)

  it('with changes that are not committed, also in new files', async () => {
    repository.write({ 'new.txt': 'x' })
    await refused('minor', 'not committed: new.txt')
    repository.git('clean', '-qf')
    repository.write({ 'package.json': read('package.json').replace('0.1.0', '0.3.0') })
    await refused('minor', 'not committed: package.json')
  })

  it('on another branch, and on none', async () => {
    repository.git('switch', '-qc', 'other')
    await refused('minor', 'this is other')
    repository.git('switch', '-q', '--detach')
    await refused('minor', 'this is no branch')
  })

  it('if the tag exists, or the version does not go up', async () => {
    await refused('0.1.0', 'The tag v0.1.0 exists already')
    await refused('0.0.9', '0.0.9 does not go up: 0.1.0 was released')
    await refused('0.1', 'is no version')
    repository.commit('number', { 'package.json': read('package.json').replace('0.1.0', '0.5.0') })
    await refused('0.2.0', 'package.json has 0.5.0')
  })

  it('if the changelog says nothing about it', async () => {
    repository.commit('empty', { 'CHANGELOG.md': '# Changelog\n\n## [Unreleased]\n' })
    await refused('minor', 'CHANGELOG.md says nothing about 0.2.0')
    repository.commit('wrong', { 'CHANGELOG.md': `${changelog}\n## 0.1.0\n\n- x\n` })
    await refused('minor', '"## 0.1.0" is neither')
  })

  it('if the change lacks what it needs', async () => {
    setChange('minor', ['read tables: set modelVersion to 8'])
    await refused('minor', 'read tables: set modelVersion to 8')
  })

  it('if the number says less than the change does', async () => {
    await refused('patch', 'asks for 0.2.0 at least')
    setChange('breaking')
    await refused('0.1.1', 'asks for 0.2.0 at least: somebody has to change something')
    setChange('patch')
    await tryRelease(repository, 'patch', { dryRun: true })
  })

  it('without a Docker engine, unless no image is wanted', async () => {
    const hasEngine = async () => false
    await refused('minor', 'release with --no-image', { hasEngine })
    await tryRelease(repository, 'minor', { hasEngine, hasImage: false, dryRun: true })
  })

  it('with all reasons at once, also by a dry run', async () => {
    repository.git('switch', '-qc', 'other')
    repository.write({ 'new.txt': 'x' })
    await refused('minor', /this is other[\s\S]*new\.txt/, { dryRun: true })
  })
})

describe('a release that was interrupted goes on where it was', () => {
  /** As a release whose checks had passed. */
  const markChecked = () => repository.git('update-ref', 'refs/jaanch/checked', 'HEAD')

  /** The files as a release that died before its commit left them. */
  function writeAsBefore(date = '2026-02-27'): void {
    writeFiles(repository.path, plannedFiles(repository.path, '0.2.0', date))
  }

  it('only if its checks passed for this commit, or nobody wants them', async () => {
    await expect(
      tryRelease(repository, 'minor', {
        now: () => {
          throw new Error('died')
        },
      }),
    ).rejects.toThrow('died')
    repository.commit('third', { 'README.md': 'Unchecked.\n' })
    writeAsBefore()
    await expect(tryRelease(repository, 'minor')).rejects.toThrow('checks did not pass')
    repository.commit('release: 0.2.0')
    await expect(tryRelease(repository, 'minor')).rejects.toThrow('git reset --keep HEAD^')
    expect(repository.git('tag')).toBe('v0.1.0')
    repository.git('update-ref', 'refs/jaanch/checked', 'HEAD^')
    repository.write({ 'README.md': 'Sneaked in.\n' })
    repository.git('commit', '-qa', '--amend', '--no-edit')
    await expect(tryRelease(repository, 'minor')).rejects.toThrow('checks did not pass')
    await tryRelease(repository, 'minor', { skipChecks: true })
    expect(repository.git('tag')).toContain('v0.2.0')
  })

  it('when its files were written', async () => {
    markChecked()
    writeAsBefore()
    writeFileSync(inside('CHANGELOG.md.new'), 'half')
    const output = await tryRelease(repository, 'minor')
    expect(output).toContain('was interrupted after its checks')
    expect(scriptsRun()).not.toContain('test')
    expect(read('CHANGELOG.md')).toContain('## [0.2.0] - 2026-02-27')
    expect(repository.git('status', '--porcelain')).toBe('')
    expect(repository.git('rev-parse', 'v0.2.0^{commit}')).toBe(repository.git('rev-parse', 'HEAD'))
  })

  it('when one of its files was written', async () => {
    markChecked()
    repository.write({ 'package.json': plannedFiles(repository.path, '0.2.0', '')['package.json'] })
    await tryRelease(repository, '0.2.0')
    expect(repository.git('show', '--name-only', '--format=').split('\n').sort()).toEqual(
      [...releaseFiles].sort(),
    )
  })

  it('when it was committed', async () => {
    markChecked()
    writeAsBefore()
    repository.commit('release: 0.2.0')
    const head = repository.git('rev-parse', 'HEAD')
    await tryRelease(repository, 'minor')
    expect(repository.git('rev-parse', 'v0.2.0^{commit}')).toBe(head)
  })

  it('when it was tagged: its files are made again, with the same call', async () => {
    writeFileSync(beside('no-image'), '')
    await expect(tryRelease(repository, '0.2.0')).rejects.toThrow('Then repeat: npm run release -- 0.2.0')
    expect(existsSync(artefact())).toBe(false)
    const { head } = readCheckout(repository.path)
    rmSync(beside('no-image'))
    await tryRelease(repository, '0.2.0')
    expect(existsSync(artefact('SHA256SUMS'))).toBe(true)
    expect(readdirSync(inside('dist', 'release'))).toEqual(['0.2.0'])
    expect(readCheckout(repository.path).head).toBe(head)
    // there is nothing to release after it
    await expect(tryRelease(repository, 'minor')).rejects.toThrow('This commit is release 0.2.0')
  })
})

describe('the first release', () => {
  beforeEach(() => repository.git('tag', '-d', 'v0.1.0'))

  it('may have the number that package.json has already', async () => {
    const output = await tryRelease(repository, '0.1.0')
    expect(output).toContain('what the change needs was NOT checked')
    expect(repository.git('log', '-1', '--format=%s')).toBe('release: 0.1.0')
    expect(repository.git('tag')).toBe('v0.1.0')
  })

  it('is compared with a commit that is named', async () => {
    setChange('minor', ['something'])
    await expect(tryRelease(repository, '0.1.0', { since: 'HEAD~1' })).rejects.toThrow('something')
  })
})
