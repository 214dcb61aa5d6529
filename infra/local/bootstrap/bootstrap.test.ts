import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { inRepository } from '../paths.ts'
import { run } from '../process/commands.ts'
import { findFreePort } from '../process/ports.ts'
import { useTempDir } from '../testing.ts'

/** A repository in which nothing is installed, and nothing could be: it has no package-lock.json. */
const repository = useTempDir()

beforeEach(() => {
  for (const name of ['bootstrap.mjs', 'bootstrap'])
    cpSync(inRepository('infra/local', name), join(repository.path, 'infra/local', name), { recursive: true })
})

async function bootstrap(args: string[], env: Record<string, string> = {}) {
  const program = join(repository.path, 'infra/local/bootstrap.mjs')
  // a stack of this machine may have the default port
  const PORT = String(await findFreePort())
  return run(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: '', PORT, ...env },
    timeout: 120_000,
  })
}

test.each([
  ['a data directory that cannot be used', { DATA_DIR: '/dev/null/x' }, '/dev/null is not a directory'],
  ['a data directory with other files', { DATA_DIR: 'infra' }, "files that are not Jaanch's (local)"],
  ['a port that browsers refuse', { PORT: '6000' }, 'Browsers refuse to open port 6000'],
])('tells of %s before anything is installed', async (_, env, sentence) => {
  const { ok, output } = await bootstrap(['start'], env)
  expect(output).toContain(sentence)
  expect(output.split('\n')).toHaveLength(1)
  expect(ok).toBe(false)
  expect(readdirSync(repository.path)).toEqual(['infra'])
})

test.each(['help', 'migrate', 'ops'])('says before the installation that %s needs one', async (tool) => {
  const { ok, output } = await bootstrap([tool, 'status'])
  expect({ ok, output: output.trim() }).toEqual({
    ok: false,
    output: 'Jaanch is not installed here: run npm start, which installs and starts it.',
  })
})
