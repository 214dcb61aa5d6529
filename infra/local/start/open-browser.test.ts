import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { useTempDir } from '../testing.ts'
import { openBrowser } from './open-browser.ts'

const bin = useTempDir()
const url = 'http://localhost:3000'
/** However slow the machine is, the opener has ended by then, ms */
const patience = 120_000

afterEach(() => vi.unstubAllEnvs())

/** A desktop whose opener is the given shell script, or none. */
function desktop(script?: string) {
  const opener = join(bin.path, 'xdg-open')
  if (script !== undefined) {
    writeFileSync(opener, `#!/bin/sh\n${script}\n`)
    chmodSync(opener, 0o755)
  }
  vi.stubEnv('PATH', bin.path)
  const env = { PATH: '/bin:/usr/bin', DISPLAY: ':0', OPENED: join(bin.path, 'opened') }
  return { platform: 'linux' as const, uid: 1000, env }
}

test('opens the address', async () => {
  const machine = desktop('printf %s "$1" > "$OPENED"')
  expect(await openBrowser(url, machine, patience)).toBeUndefined()
  expect(readFileSync(machine.env.OPENED, 'utf8')).toBe(url)
})

test('does not wait until a browser that runs on is closed', async () => {
  const machine = desktop('printf %s "$1" > "$OPENED"; exec sleep 5')
  expect(await openBrowser(url, machine, 1)).toBeUndefined()
  await expect.poll(() => existsSync(machine.env.OPENED)).toBe(true)
})

test('says in a sentence that the browser could not be opened', async () => {
  expect(await openBrowser(url, desktop('exit 3'), patience)).toBe(
    `The browser could not be opened (xdg-open: exit code 3): open ${url} yourself.`,
  )
})

test('says that there is none', async () => {
  const { env, ...machine } = desktop()
  expect(await openBrowser(url, { ...machine, env })).toBe(
    `There is no xdg-open here (Debian: apt-get install xdg-utils): open ${url} yourself.`,
  )
  expect(await openBrowser(url, { ...machine, env: { ...env, DISPLAY: '' } })).toBe(
    `This session has no screen to open a browser on: open ${url} yourself.`,
  )
})

test('opens none as root', async () => {
  const machine = desktop('printf %s "$1" > "$OPENED"')
  expect(await openBrowser(url, { ...machine, uid: 0 })).toBe(
    `Browsers do not run as root: open ${url} yourself.`,
  )
  expect(existsSync(machine.env.OPENED)).toBe(false)
})
