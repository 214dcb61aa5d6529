import { globSync, readFileSync } from 'node:fs'
import { inRepository, repository } from '@jaanch/infra/local/paths'
import { expect, it } from 'vitest'

type Manifest = Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies' | 'overrides',
  Record<string, string>
>

const readJson = (path: string) => JSON.parse(readFileSync(inRepository(path), 'utf8'))
const { workspaces }: { workspaces: string[] } = readJson('package.json')
const paths = globSync(['package.json', ...workspaces.map((each) => `${each}/package.json`)], {
  cwd: repository,
})
const manifests = new Map<string, Partial<Manifest> & { name: string }>(
  paths.map((path) => [path, readJson(path)]),
)

it('every dependency of every package.json has an exact version [V15.1.2]', () => {
  expect(manifests.size).toBeGreaterThan(10)
  for (const [path, { dependencies, devDependencies, optionalDependencies, overrides }] of manifests) {
    const versions = { ...dependencies, ...devDependencies, ...optionalDependencies, ...overrides }
    for (const [name, version] of Object.entries(versions))
      expect(version, `${name} in ${path}`).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
  }
})

it('somebody decided about each package that wants to run a script when it is installed', () => {
  type Entry = { name?: string; hasInstallScript?: boolean }
  const packages = Object.entries<Entry>(readJson('package-lock.json').packages)
  const wanting = packages
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path, { name }]) => name ?? path.split('node_modules/').at(-1) ?? path)
  expect(Object.keys(readJson('package.json').allowScripts).sort()).toEqual([...new Set(wanting)].sort())
})

it('only booking, collection and report, the facets of one stream, depend on each other in a circle', () => {
  const all = [...manifests.values()]
  const reachedFrom = (name: string, reached = new Set<string>()): Set<string> => {
    const { dependencies = {} } = all.find((each) => each.name === name) ?? {}
    for (const next of Object.keys(dependencies)) if (!reached.has(next)) reachedFrom(next, reached.add(next))
    return reached
  }
  const found = all.map(({ name }) => name).filter((name) => reachedFrom(name).has(name))
  expect(found.sort()).toEqual(['@jaanch/booking', '@jaanch/collection', '@jaanch/report'])
})

it('no program imports test code', () => {
  const files = globSync('{packages,services}/*/src/**/*.ts', { cwd: repository })
  const isTestCode = (path: string) => /(\.test|\/testing(\/[\w/-]+)?)(\.ts)?$/.test(path)
  const programs = files.filter((file) => !isTestCode(file))
  expect(programs.length).toBeGreaterThan(500)
  const importsOf = (file: string) =>
    Array.from(
      readFileSync(inRepository(file), 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g),
      ([, path = '']) => path,
    )
  expect(programs.filter((file) => importsOf(file).some(isTestCode))).toEqual([])
})
