import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readRelease, releaseName } from './release.ts'

const commit = '4e99e12e409838700f8b8f6bf8f240f90d3d9dd3'
const directories: string[] = []

afterEach(async () => {
  for (const each of directories.splice(0)) await rm(each, { recursive: true })
})

/** @returns a directory with these files */
async function directoryWith(files: Record<string, string>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'release-'))
  directories.push(directory)
  await writeFile(join(directory, 'package.json'), '{ "version": "1.2.3" }')
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(directory, name, '..'), { recursive: true })
    await writeFile(join(directory, name), `${text}\n`)
  }
  return directory
}

describe('the commit of a release', () => {
  for (const [where, files] of Object.entries({
    'the file of an image': { '.commit': commit, '.git/HEAD': 'f'.repeat(40) },
    'a branch': { '.git/HEAD': 'ref: refs/heads/main', '.git/refs/heads/main': commit },
    'a branch that git has packed': {
      '.git/HEAD': 'ref: refs/heads/main',
      '.git/packed-refs': `# pack-refs\n${'f'.repeat(40)} refs/heads/not-main\n${commit} refs/heads/main`,
    },
    'a checkout of no branch': { '.git/HEAD': commit },
    'a worktree': {
      '.git': 'gitdir: main/.git/worktrees/one',
      'main/.git/worktrees/one/HEAD': 'ref: refs/heads/one',
      'main/.git/worktrees/one/commondir': '../..',
      'main/.git/refs/heads/one': commit,
    },
  })) {
    it(`is read from ${where}`, async () => {
      expect(readRelease(await directoryWith(files))).toEqual({
        version: '1.2.3',
        commit: '4e99e12e4098',
      })
    })
  }

  it('is not known without any of them', async () => {
    expect(readRelease(await directoryWith({})).commit).toBeNull()
  })
})

describe('a release', () => {
  it('is a version and a commit in one word, or only a version', async () => {
    expect(releaseName(readRelease(await directoryWith({ '.commit': commit })))).toBe('1.2.3+4e99e12e4098')
    expect(releaseName(readRelease(await directoryWith({})))).toBe('1.2.3')
  })

  it('of an image that was built of changed code says so', async () => {
    const release = readRelease(await directoryWith({ '.commit': `${commit}-dirty` }))
    expect(releaseName(release)).toBe('1.2.3+4e99e12e4098-dirty')
  })
})
