import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, expect, it } from 'vitest'
import { inRepository, toolEnvironment } from '../../../local/paths.ts'
import { listBackups } from './kept-backups.ts'

const database = useTestDatabase()
const directory = mkdtempSync(join(tmpdir(), 'jaanch-nightly-'))
afterAll(() => rmSync(directory, { recursive: true }))

type Run = { child: ChildProcess; ended: Promise<{ code: number | null; err: string }> }

function start(...args: string[]): Run {
  const child = spawn(process.execPath, [inRepository('infra/deploy/compose/backups/main.ts'), ...args], {
    env: { ...toolEnvironment(), DATABASE_URL: database.url },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let err = ''
  child.stderr?.on('data', (chunk) => {
    err += chunk
  })
  return { child, ended: once(child, 'close').then(([code]) => ({ code, err })) }
}

const check = () => start('--directory', directory, '--check').ended

it('a new installation has a backup at once, which counts as recent for 26 hours', async () => {
  expect(await check()).toEqual({ code: 1, err: 'There is no backup yet.\n' })
  const recipient = await identityToRecipient(await generateX25519Identity())
  const { child, ended } = start('--directory', directory, '--keep', '2', '--recipient', recipient)
  await expect.poll(() => listBackups(directory).length).toBe(1)
  child.kill('SIGTERM')
  expect(await ended).toEqual({ code: 0, err: '' })
  expect(await check()).toMatchObject({ code: 0 })

  const [{ name = '' } = {}] = listBackups(directory)
  // encrypted
  expect(readFileSync(join(directory, name, 'manifest.json'), 'utf8')).toMatch(/"format": ?2/)
  const old = new Date(Date.now() - 27 * 3_600_000)
  utimesSync(join(directory, name, 'manifest.json'), old, old)
  expect(await check()).toEqual({ code: 1, err: expect.stringContaining(name) })
})

it.each([
  [['--at', '25:00'], /^Write the time of day/],
  [['--keep', '0'], /^Write how many/],
])('%j is refused with a sentence', async (args, sentence) => {
  const refused = { code: 1, err: expect.stringMatching(sentence) }
  expect(await start('--directory', directory, ...args).ended).toEqual(refused)
})
