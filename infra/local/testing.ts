import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { inRepository } from './paths.ts'

/** A new directory with mode 700 for each test, deleted after it (and after the hooks that are registered later). */
export function useTempDir(): { readonly path: string } {
  let path = ''
  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), 'jaanch-test-'))
  })
  afterEach(() => rmSync(path, { recursive: true, force: true }))
  return {
    get path() {
      return path
    },
  }
}

/** Runs a script of sh to its end. @param path in the repository */
export function runScript(
  path: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; out: string; err: string }> {
  return new Promise((done) =>
    execFile('sh', [inRepository(path), ...args], { env }, (error, out, err) =>
      done({ code: Number(error?.code ?? 0), out, err }),
    ),
  )
}
