import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useTempDir } from '../testing.ts'
import { openBrowser } from './open-browser.ts'

const bin = useTempDir()
const url = 'http://localhost:3000'
/** However slow the machine is, the opener has ended by then, ms */
const patience = 120_000

/** An opener that is the given shell script, and notes the address that it opens. */
function openerOf(script: string): string {
  const opener = join(bin.path, 'opener')
  writeFileSync(opener, `#!/bin/sh\nprintf %s "$1" > ${bin.path}/opened\n${script}\n`)
  chmodSync(opener, 0o755)
  return opener
}

test('the address is opened', async () => {
  expect(await openBrowser(url, openerOf('exit 0'), patience)).toBeUndefined()
  expect(readFileSync(join(bin.path, 'opened'), 'utf8')).toBe(url)
})

test('nobody waits until a browser that runs on is closed', async () => {
  expect(await openBrowser(url, openerOf('exec sleep 5'), 1)).toBeUndefined()
  await expect.poll(() => existsSync(join(bin.path, 'opened'))).toBe(true)
})

test('a browser that could not be opened is told in a sentence', async () => {
  expect(await openBrowser(url, openerOf('exit 3'), patience)).toMatch(
    /^The browser could not be opened \(.*opener: exit code 3\): open http:\/\/localhost:3000 yourself\.$/,
  )
  expect(await openBrowser(url, join(bin.path, 'none'), patience)).toContain('ENOENT')
})
