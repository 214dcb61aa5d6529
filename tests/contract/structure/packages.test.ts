import { globSync, readFileSync } from 'node:fs'
import { inRepository, repository } from '@jaanch/infra/local/paths'
import { expect, it } from 'vitest'

const { workspaces } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8'))
const manifests = globSync(['package.json', ...workspaces.map((each: string) => `${each}/package.json`)], {
  cwd: repository,
})

it('every dependency of every package.json has an exact version [V15.1.2]', () => {
  expect(manifests.length).toBeGreaterThan(10)
  for (const path of manifests) {
    const manifest = JSON.parse(readFileSync(inRepository(path), 'utf8'))
    const { dependencies, devDependencies, optionalDependencies, overrides } = manifest
    const versions = { ...dependencies, ...devDependencies, ...optionalDependencies, ...overrides }
    for (const [name, version] of Object.entries(versions))
      expect(version, `${name} in ${path}`).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
  }
})

it('somebody decided about each package that wants to run a script when it is installed', () => {
  const read = (name: string) => JSON.parse(readFileSync(inRepository(name), 'utf8'))
  type Entry = { name?: string; hasInstallScript?: boolean }
  const packages = Object.entries<Entry>(read('package-lock.json').packages)
  const wanting = packages
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path, { name }]) => name ?? path.split('node_modules/').at(-1) ?? path)
  expect(Object.keys(read('package.json').allowScripts).sort()).toEqual([...new Set(wanting)].sort())
})
