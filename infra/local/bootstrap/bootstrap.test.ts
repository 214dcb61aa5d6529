import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inRepository } from '../paths.ts'
import { run } from '../process/commands.ts'
import { useTempDir } from '../testing.ts'

/** A repository in which nothing is installed. */
const repository = useTempDir()

test.each(['help', 'migrate', 'ops'])('npm run %s says that it needs an installation', async (tool) => {
  for (const name of ['bootstrap.mjs', 'bootstrap'])
    cpSync(inRepository('infra/local', name), join(repository.path, 'infra/local', name), { recursive: true })
  const program = join(repository.path, 'infra/local/bootstrap.mjs')
  expect(await run(process.execPath, [program, tool, 'status'])).toEqual({
    ok: false,
    output: 'Jaanch is not installed here: run npm start, which installs and starts it.',
  })
})
