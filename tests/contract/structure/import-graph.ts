/** Which file of the repository imports which, read from the source text: TypeScript 7 has no API for it. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** One file of the repository imports another. Paths from the root, with slashes. */
export type Import = { from: string; to: string }

/** Where a package's files are, by its name: '@jaanch/booking' → 'packages/booking/src/*.ts'. */
type ExportPatterns = ReadonlyMap<string, string>

const sources = '{packages,services,infra,web,tests}/**/*.{ts,tsx,mjs,js}'
// Biome writes every specifier in single quotes, so one pattern finds static, dynamic and type imports, and files of threads.
const specifierPattern = /\b(?:from|import|new URL)\s*\(?\s*'([^']+)'/g

export function readImportGraph(repository: string): { files: string[]; imports: Import[] } {
  const exclude = ['**/node_modules/**', '**/dist/**']
  const files = globSync(sources, { cwd: repository, exclude }).sort()
  const read = (path: string) => readFileSync(join(repository, path), 'utf8')
  const manifests = globSync('{packages/*,services/*,infra,web,tests}/package.json', { cwd: repository })
  const packages = new Map(manifests.map((path) => exportPattern(path, read(path))))
  const isFile = new Set(files)
  return { files, imports: files.flatMap((from) => findImports(from, read(from), packages, isFile)) }
}

/** The imports that lead to a file of the repository; those of npm packages and of Node are left out. */
export function findImports(
  from: string,
  source: string,
  packages: ExportPatterns,
  isFile: ReadonlySet<string>,
): Import[] {
  const specifiers = Array.from(source.matchAll(specifierPattern), ([, specifier = '']) => specifier)
  const targets = specifiers.map((specifier) => {
    const path = resolve(from, specifier, packages)
    // the bundler of the web client adds the extension
    return ['', '.ts', '.tsx'].map((extension) => path + extension).find((path) => isFile.has(path))
  })
  return [...new Set(targets)].filter((to) => to !== undefined).map((to) => ({ from, to }))
}

function exportPattern(path: string, manifest: string): [string, string] {
  const { name, exports } = JSON.parse(manifest)
  return [name, join(dirname(path), exports?.['./*'] ?? '*')]
}

function resolve(from: string, specifier: string, packages: ExportPatterns): string {
  if (specifier.startsWith('.')) return join(dirname(from), specifier)
  if (specifier.startsWith('@/')) return join('web/src', specifier.slice(2))
  const [scope, name, ...path] = specifier.split('/')
  return packages.get(`${scope}/${name}`)?.replace('*', path.join('/')) ?? ''
}
