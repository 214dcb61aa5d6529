import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { claimDataDir } from './data-dir.ts'
import { inRepository } from './paths.ts'
import { run } from './process/commands.ts'
import { confirm } from './reset.ts'
import { useTempDir } from './testing.ts'

const temp = useTempDir()
const at = (...names: string[]) => join(temp.path, ...names)

/** Runs the program as a script does, without a terminal. */
function reset(directory: string, ...args: string[]) {
  return run(process.execPath, [inRepository('infra/local/reset.ts'), ...args], {
    env: { ...process.env, DATA_DIR: directory, DATABASE_URL: '', DATABASE_OWNER_URL: '' },
  })
}

function write(name: string, content = '') {
  mkdirSync(join(at(name), '..'), { recursive: true })
  writeFileSync(at(name), content)
}

/** Makes the directory that a stopped stack leaves. */
function makeDataDir(name: string) {
  claimDataDir(at(name))()
  write(`${name}/postgres-password`, 'secret')
  write(`${name}/logs/api.log`, 'x'.repeat(3_000_000))
}

test('deletes all that a stack stored, and leaves the directory, which can be used again', async () => {
  makeDataDir('data')
  const { ok, output } = await reset(at('data'), '--yes')

  expect(output).toBe(`Deleted 4 MB in ${at('data')}. The next npm start begins anew.`)
  expect(ok).toBe(true)
  expect(readdirSync(at('data'))).toEqual(['stack.claim'])
  claimDataDir(at('data'))()
})

test('shows what would be lost, and deletes nothing if there is nobody to ask', async () => {
  makeDataDir('data')
  const before = readdirSync(at('data'))
  const { ok, output } = await reset(at('data'))
  expect(output).toMatch(/logs +4 MB/)
  expect(output).toContain('npm run reset -- --yes')
  expect(ok).toBe(false)
  expect(readdirSync(at('data'))).toEqual(before)
})

describe('what Jaanch did not make', () => {
  test.each([
    ['a home', ['letters', '.bashrc']],
    ['a directory in which something is called like one of our own', ['redis', 'passwd']],
    ['a directory in which everything is called like one of our own', ['redis', 'postgres', 'logs']],
  ])('is not deleted: %s', async (_, names) => {
    for (const name of names) write(`dir/${name}/file`, 'precious')
    const { ok, output } = await reset(at('dir'), '--yes')

    expect(output).toBe(`${at('dir')} is not a data directory of Jaanch: nothing was deleted.`)
    expect(ok).toBe(false)
    for (const name of names) expect(readFileSync(at('dir', name, 'file'), 'utf8')).toBe('precious')
  })

  test('keeps all that is there, if it is in a data directory', async () => {
    makeDataDir('data')
    write('data/backups/monday', 'precious')
    const { ok, output } = await reset(at('data'), '--yes')

    expect(output).toContain("also has files that are not Jaanch's (backups): nothing was deleted")
    expect(ok).toBe(false)
    expect(readdirSync(at('data'))).toEqual(expect.arrayContaining(['backups', 'logs', 'postgres-password']))
  })

  test('is not deleted behind a symbolic link', async () => {
    makeDataDir('data')
    write('elsewhere/file', 'precious')
    symlinkSync(at('elsewhere'), at('data', 'outbox'))
    expect((await reset(at('data'), '--yes')).ok).toBe(true)
    expect(readdirSync(at('data'))).toEqual(['stack.claim'])
    expect(readFileSync(at('elsewhere/file'), 'utf8')).toBe('precious')
  })
})

describe('the question', () => {
  const answer = async (text: string) => {
    const input = Object.assign(new PassThrough(), { isTTY: true })
    const answered = confirm('Delete? ', { input, output: new PassThrough() })
    input.end(text)
    return answered
  }

  test.each([
    ['yes\n', true],
    [' yes \n', true],
    ['y\n', false],
    ['no\n', false],
    ['\n', false],
    ['', false],
  ])('is answered by %j: %s', async (text, agreed) => {
    expect(await answer(text)).toBe(agreed)
  })
})
