import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runScript, useTempDir } from '../../local/testing.ts'

const directory = useTempDir()

/** Runs a command that prints the variable PASSWORD. @param file content of the mounted secret @param value of the variable */
function run(file: string, value?: string) {
  writeFileSync(join(directory.path, 'a-password'), file)
  return runScript(
    'infra/deploy/compose/with-secret.sh',
    ['PASSWORD', 'a-password', 'printenv', 'PASSWORD'],
    {
      PATH: process.env.PATH,
      SECRETS: directory.path,
      ...(value !== undefined && { PASSWORD: value }),
    },
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
