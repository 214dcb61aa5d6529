import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { shrink } from './shrink.ts'

/** A directory with these files, each with its text. */
function directoryWith(files: Record<string, string>): string {
  const directory = mkdtempSync(join(tmpdir(), 'jaanch-shrink-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), text)
  }
  return directory
}

const filesOf = (cwd: string) =>
  globSync('**/*', { cwd, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(cwd.length + 1))
    .sort()

it('keeps what services read of an installation, and the workspaces that it links to', () => {
  const kept = {
    'services/api/src/main.ts': '',
    'services/api/tests/a.ts': '',
    'node_modules/fastify/package.json': '{"main":"fastify.js"}',
    'node_modules/fastify/fastify.js': '',
    'node_modules/fastify/LICENSE': '',
    'node_modules/fastify/lib/test/part.js': '',
    'node_modules/@scope/tested/package.json': '{"exports":{".":"./test/index.js"}}',
    'node_modules/@scope/tested/test/index.js': '',
    'node_modules/test/package.json': '{}',
    'node_modules/test/index.js': '',
    'packages/platform/node_modules/nested/package.json': '{}',
    'packages/platform/node_modules/nested/index.cjs': '',
    'node_modules/fastify/node_modules/inner/package.json': '{}',
  }
  const deleted = {
    'node_modules/fastify/fastify.d.ts': '',
    'node_modules/fastify/fastify.js.map': '',
    'node_modules/fastify/test/a.js': '',
    'node_modules/fastify/docs/a.md': '',
    'node_modules/fastify/node_modules/inner/index.d.cts': '',
    'node_modules/fastify/node_modules/inner/examples/a.js': '',
    'node_modules/typescript/package.json': '{}',
    'node_modules/typescript/lib/tsc.js': '',
    'node_modules/@types/node/package.json': '{}',
    'packages/platform/node_modules/nested/src/index.ts': '',
    'packages/platform/node_modules/nested/index.d.mts': '',
  }
  const directory = directoryWith({ ...kept, ...deleted })
  mkdirSync(join(directory, 'node_modules/@jaanch'))
  symlinkSync('../../services/api', join(directory, 'node_modules/@jaanch/api'))
  shrink(directory)
  expect(filesOf(directory)).toEqual(Object.keys(kept).sort())
  expect(existsSync(join(directory, 'node_modules/@jaanch/api/src/main.ts'))).toBe(true)
})
