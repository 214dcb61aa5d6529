import type { Import } from './import-graph.ts'

/**
 * Files that match `from` do not import files that match `to`, in which `$1` is the first group of `from`. Which package may import
 * which is not here: a manifest names it, and knip reports what it does not name.
 */
type Rule = { name: string; from: RegExp; to: string }

const rules: readonly Rule[] = [
  {
    name: 'a service does not import another one',
    from: /^services\/([^/]+)\//,
    to: '^services/(?!$1/)',
  },
  {
    name: 'infra does not import the API, the client or the tests',
    from: /^infra\//,
    to: '^(services/api|web|tests)/',
  },
  // the client: lib ← ui ← components ← features ← app
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
    name: 'a feature does not import the app',
    from: /^web\/src\/features\//,
    to: '^web/src/app/',
  },
  // in lib: http ← live ← cache
  { name: 'http imports no other part of lib', from: /^web\/src\/lib\/http\//, to: '^web/src/lib/(?!http/)' },
  {
    name: 'live updates do not import the cache or the session',
    from: /^web\/src\/lib\/live\//,
    to: '^web/src/lib/(cache|session)/',
  },
  {
    name: 'the cache does not import the session',
    from: /^web\/src\/lib\/cache\//,
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
