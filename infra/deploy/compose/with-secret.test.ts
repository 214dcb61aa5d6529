import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { inRepository } from '../../local/paths.ts'

const directory = mkdtempSync(join(tmpdir(), 'jaanch-secrets-'))
afterAll(() => rmSync(directory, { recursive: true }))

/** Runs a command that prints the variable PASSWORD. @param file content of the mounted secret @param value of the variable */
function run(file: string, value?: string): Promise<{ code: number; out: string; err: string }> {
  writeFileSync(join(directory, 'a-password'), file)
  const command = ['PASSWORD', 'a-password', 'printenv', 'PASSWORD']
  const env = { PATH: process.env.PATH, SECRETS: directory, ...(value !== undefined && { PASSWORD: value }) }
  return new Promise((done) =>
    execFile(
      'sh',
      [inRepository('infra/deploy/compose/with-secret.sh'), ...command],
      { env },
      (error, out, err) => done({ code: Number(error?.code ?? 0), out, err }),
    ),
  )
}

it.each([
  ['the value of the variable', '', 'f00 b$a5`"'],
  ['the content of the file', 'f00 b$a5`"\n', ''],
  ['the content of the file, without the variable', 'f00 b$a5`"', undefined],
  ['the content of the file that an editor of Windows wrote', 'f00 b$a5`"\r\n', ''],
])('a program gets %s', async (_, file, value) => {
  expect(await run(file, value)).toEqual({ code: 0, out: 'f00 b$a5`"\n', err: '' })
})

it('does not start without a secret, or with two, and names it without its value', async () => {
  expect(await run('', '')).toEqual({
    code: 1,
    out: '',
    err: 'The secret a-password is not given: see Secrets in docs/compose.md.\n',
  })
  expect(await run('f00ba5', 'f00ba6')).toEqual({
    code: 1,
    out: '',
    err: 'The secret a-password is given as a value and as a file: keep one of them.\n',
  })
})
