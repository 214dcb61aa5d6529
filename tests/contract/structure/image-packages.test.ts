import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { readImportGraph } from './import-graph.ts'

const repository = resolve(import.meta.dirname, '../../..')
const programs = [
  ...['api', 'workers', 'projector'].map((service) => `services/${service}/src/main.ts`),
  ...['services/projector/src/runs/main.ts', 'packages/report/src/pdf/render-report.ts'],
  ...['infra/deploy/compose/migrate.ts', 'infra/deploy/compose/healthcheck.ts', 'infra/ops/main.ts'],
  ...['services/projector/src/trials/builder.ts', 'packages/platform/src/files/read-pdf/main.ts'],
]
/** Servers that an operator's command starts where there is no DATABASE_URL, as containers never do */
const embeddedServers = /^infra\/local\/(postgres|redis)/

const read = (path: string) => readFileSync(resolve(repository, path), 'utf8')

function readReached(): string[] {
  const { imports } = readImportGraph(repository)
  const targets = Map.groupBy(imports, ({ from }) => from)
  const reached = new Set<string>()
  const open = [...programs]
  for (let file = open.pop(); file; file = open.pop()) {
    if (reached.has(file) || embeddedServers.test(file)) continue
    reached.add(file)
    open.push(...(targets.get(file) ?? []).map(({ to }) => to))
  }
  return [...reached]
}

/** Packages that a file loads when it runs; types are stripped. */
function packagesOf(file: string): string[] {
  const source = read(file).replaceAll(/^(import|export) type [^;]*?from '[^']+'/gms, '')
  // not SQL's `is distinct from 'text'`
  const specifiers = Array.from(
    source.matchAll(/(?<!distinct )\b(?:from|import)\s*\(?\s*'(@?\w[\w./-]*)'/g),
    ([, text = '']) => text,
  )
  return specifiers
    .filter((text) => !text.startsWith('node:') && !builtinModules.includes(text))
    .map((text) => text.split('/', text.startsWith('@') ? 2 : 1).join('/'))
}

it('the programs of the image load only packages that are installed in it', () => {
  const reached = readReached()
  expect(reached.length).toBeGreaterThan(500)
  const lacking = reached.flatMap((file) => {
    const [workspace = ''] = /^(infra|web|tests|\w+\/[\w-]+)/.exec(file) ?? []
    const { name, dependencies = {} } = JSON.parse(read(`${workspace}/package.json`))
    return packagesOf(file)
      .filter((each) => each !== name && !(each in dependencies))
      .map((each) => `${file} loads ${each}`)
  })
  expect(lacking).toEqual([])
})
