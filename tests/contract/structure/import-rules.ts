import type { Import } from './import-graph.ts'

/** Files that match `from` do not import files that match `to`, in which `$1` is the first group of `from`. */
type Rule = { name: string; from: RegExp; to: string }

const rules: readonly Rule[] = [
  // packages and services: contracts ← domain; contracts, platform ← eventlog ← storage ← services
  {
    name: 'contracts, platform and pdf import no other package',
    from: /^packages\/(contracts|platform|pdf)\//,
    to: '^(?!packages/($1|contracts)/)',
  },
  {
    name: 'domain imports contracts only',
    from: /^packages\/domain\//,
    to: '^(?!packages/(domain|contracts)/)',
  },
  {
    name: 'eventlog imports contracts and platform only',
    from: /^packages\/eventlog\//,
    to: '^(?!packages/(eventlog|contracts|platform)/)',
  },
  {
    name: 'projections import contracts and domain only',
    from: /^packages\/projections\//,
    to: '^(?!packages/(projections|contracts|domain)/)',
  },
  {
    name: 'storage, catalogue and operations import packages only',
    from: /^packages\/(storage|catalogue|operations)\//,
    to: '^(?!packages/)',
  },
  {
    name: 'a service imports packages, and no other service',
    from: /^services\/([^/]+)\//,
    to: '^(?!packages/|services/$1/)',
  },
  {
    name: 'infra does not import the API, the client or the tests',
    from: /^infra\//,
    to: '^(services/api|web|tests)/',
  },
  // the API
  {
    name: 'only routes and the app import routes',
    from: /^services\/api\/src\/(?!routes\/)[^/]+\//,
    to: '^services/api/src/routes/',
  },
  {
    name: 'routes of one resource import only the command handler of another, and not the gateway',
    from: /^services\/api\/src\/routes\/([^/]+)\//,
    to: '^services/api/src/(routes/(?!$1/)[^/]+/(?!command-)|gateway/)',
  },
  {
    name: 'only what composes the API knows all of its parts: others declare the few that they take',
    from: /^services\/api\/src\/(?!(app|start)\.ts$)/,
    to: '^services/api/src/parts\\.ts$',
  },
  // workers
  {
    name: "the workers' engine imports nothing of its users; these import it, and none another one",
    from: /^services\/workers\/src\/([^/]+)\//,
    to: '^services/workers/src/(?!$1/|engine/)',
  },
  // the client: lib ← ui ← components ← features ← app
  {
    name: 'the client imports contracts, and the rules of the domain; what is only for messages and files stays on the server',
    from: /^web\//,
    to: '^(?!web/|packages/(contracts|domain)/)|^packages/domain/src/(notifications|calendar|report)/',
  },
  { name: 'lib imports no other folder of the client', from: /^web\/src\/lib\//, to: '^web/src/(?!lib/)' },
  {
    name: 'ui imports lib only',
    from: /^web\/src\/ui\//,
    to: '^web/src/(?!ui/|lib/)',
  },
  {
    name: 'components do not import features or the app',
    from: /^web\/src\/components\//,
    to: '^web/src/(features|app)/',
  },
  {
    name: 'a feature does not import another one, or the app',
    from: /^web\/src\/features\/([^/]+)\//,
    to: '^web/src/(features/(?!$1/)|app/)',
  },
  // in lib: http ← live ← cache ← resources
  { name: 'http imports no other part of lib', from: /^web\/src\/lib\/http\//, to: '^web/src/lib/(?!http/)' },
  {
    name: 'live updates do not import the cache, resources or the session',
    from: /^web\/src\/lib\/live\//,
    to: '^web/src/lib/(cache|resources|session)/',
  },
  {
    name: 'the cache does not import resources or the session',
    from: /^web\/src\/lib\/cache\//,
    to: '^web/src/lib/(resources|session)/',
  },
  {
    name: 'resources do not import the session',
    from: /^web\/src\/lib\/resources\//,
    to: '^web/src/lib/session/',
  },
]

const testFile = /^tests\/|\.(int\.)?test\.tsx?$|\/testing(\/|\.ts$)/

/** Programs and files that a tool reads: no file imports them. */
const entryFile =
  /\/main\.ts$|^infra\/(local\/(bootstrap\.mjs|bootstrap\/main\.mjs|start\.ts|test\.ts|reset\.ts|help\.ts|test-more\.ts|test\/run-reporter\.ts)|deploy\/compose\/(migrate|healthcheck|wait-for-migrations)\.ts)$|^services\/projector\/src\/trials\/(builder|overlay)\.ts$|^web\/(vite\.config\.ts|src\/(main\.tsx|prerender\.tsx|before-paint\.js|collector-worker\.js|features\/.+\/screen\.ts|lib\/parts\/load-chunk\.ts))$/

/** Imports that break a rule. Tests may import any file, and no other file may import a test. */
export function findForbiddenImports(imports: readonly Import[]): string[] {
  return imports
    .filter(({ from }) => !testFile.test(from))
    .flatMap(({ from, to }) => {
      const broken = rules.filter((rule) => breaks(rule, from, to)).map(({ name }) => name)
      if (testFile.test(to)) broken.push('only tests import test code')
      return broken.map((name) => `${from} imports ${to}: ${name}`)
    })
}

/** Imports, of types too, by which files import each other in a circle. */
export function findCircles(imports: readonly Import[]): string[] {
  let left = imports
  for (let size = left.length + 1; size > left.length; ) {
    size = left.length
    const [importing, imported] = [new Set(left.map(({ from }) => from)), new Set(left.map(({ to }) => to))]
    left = left.filter(({ from, to }) => imported.has(from) && importing.has(to))
  }
  return left.map(({ from, to }) => `${from} imports ${to}: it is part of a circle`)
}

/** Files that no program reaches: unused ones, and ones that only tests use. */
export function findUnreachedFiles(files: readonly string[], imports: readonly Import[]): string[] {
  const importsOf = Map.groupBy(imports, ({ from }) => from)
  const reached = new Set<string>()
  const open = files.filter((file) => entryFile.test(file))
  for (let file = open.pop(); file; file = open.pop()) {
    if (reached.has(file)) continue
    reached.add(file)
    open.push(...(importsOf.get(file) ?? []).map(({ to }) => to))
  }
  return files.filter((file) => !reached.has(file) && !testFile.test(file))
}

function breaks({ from: pattern, to: target }: Rule, from: string, to: string): boolean {
  const match = pattern.exec(from)
  if (!match) return false
  return new RegExp(target.replaceAll('$1', match[1] ?? '')).test(to)
}
