import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { useTempDir } from '../local/testing.ts'
import { runScript } from './run-script.ts'

const directory = useTempDir()

it('a script of package.json gets its parameters; its output and its success are returned', async () => {
  const scripts = { say: 'echo', fail: 'exit 3' }
  writeFileSync(join(directory.path, 'package.json'), JSON.stringify({ scripts }))
  const { path } = directory
  expect(await runScript(path, 'say', ['--since', 'v1'], { isSilent: true })).toEqual({
    ok: true,
    stdout: '--since v1\n',
  })
  expect(await runScript(path, 'fail', [], { isSilent: true })).toMatchObject({ ok: false })
})
