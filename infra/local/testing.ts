import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'

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
