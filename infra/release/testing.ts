import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createRepository, type Files, type TestRepository } from '@jaanch/tests/support/git-repository'
import { release } from './release.ts'
import type { ReleaseOptions } from './release-options.ts'
import type { RunScript } from './run-script.ts'

const bill =
  '{ "serialNumber": "random", "metadata": { "timestamp": "now", "component": { "name": "small" } } }\n'

/**
 * The scripts of package.json. Each adds its name to the file `ran` beside the repository, so that a test sees which ran; the files
 * `failing` and `no-image` there make scripts fail, and `change.json` is what check:change answers.
 */
const runFake: RunScript = async (root, script) => {
  const beside = (name: string) => join(root, '..', name)
  appendFileSync(beside('ran'), `${script}\n`)
  const write = (path: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), bill)
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  if (script === 'check:supply') write('test-results/sbom.cdx.json')
  if (script === 'image' && !existsSync(beside('no-image'))) write(`dist/jaanch-${version}.cdx.json`)
  const stdout = script === 'check:change' ? readFileSync(beside('change.json'), 'utf8') : ''
  const failing = { test: 'failing', image: 'no-image' }[script]
  return { ok: !failing || !existsSync(beside(failing)), stdout }
}

export const changelog = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Reviews.\n'

const files: Files = {
  'package.json': `${JSON.stringify({ name: 'small', version: '0.1.0', type: 'module' }, null, 2)}\n`,
  'package-lock.json': `${JSON.stringify({ name: 'small', version: '0.1.0', packages: { '': { version: '0.1.0' } } }, null, 2)}\n`,
  'CHANGELOG.md': changelog,
  'infra/k8s/base/kustomization.yaml': 'images:\n  - name: jaanch\n    newTag: 0.1.0\n',
  'infra/k8s/base/migrate.yaml': 'metadata:\n  name: migrate-0-1-0\n',
  '.gitignore': 'dist/\ntest-results/\nnode_modules/\n',
  'run.sh': '#!/bin/sh\n',
  // the manifest names a library as that of the real build does
  'infra/local/start/client.ts': `import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
export async function buildClient() {
  mkdirSync('web/dist/.vite', { recursive: true })
  writeFileSync('web/dist/index.html', 'built')
  const library = relative(resolve('web'), realpathSync('node_modules/zod/package.json'))
  writeFileSync('web/dist/.vite/manifest.json', JSON.stringify({ [library]: {} }))
}
`,
}

/** A small repository that can be released: package.json has the scripts that a release runs. @param path an empty directory */
export function createReleasable(path: string): TestRepository {
  const repository = createRepository(path)
  repository.git('config', 'user.name', 'Test')
  repository.git('config', 'user.email', 'test@jaanch.example')
  repository.commit('first', files)
  return repository
}

/** Makes a release with a Docker engine that answers, unless the options say otherwise. @returns what it printed */
export async function tryRelease(
  { path: root }: TestRepository,
  asked: string,
  options: Partial<ReleaseOptions> = {},
): Promise<string> {
  const lines: string[] = []
  await release({
    root,
    asked,
    dryRun: false,
    skipChecks: false,
    hasImage: true,
    hasEngine: async () => true,
    imageParameters: [],
    runScript: runFake,
    log: (line) => lines.push(line),
    now: () => new Date('2026-02-28T12:00:00Z'),
    ...options,
  })
  return lines.join('\n')
}
