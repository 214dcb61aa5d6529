/** The part of vite's manifest that determines which files a page loads. */
type Chunk = {
  file: string
  imports?: readonly string[]
  dynamicImports?: readonly string[]
  css?: readonly string[]
  isEntry?: boolean
}
export type Manifest = Readonly<Record<string, Chunk>>

/** The gzipped size of a part of the client. `limit` is in kB: 1 kB is 1,000 bytes. */
export type Size = { name: string; bytes: number; limit: number }

/** The limits of the client (kB gzip). */
const limits = { landing: 160, route: 60, css: 20 } as const

/** The files that declare routes: a chunk that they load on demand is a route. */
const routeFiles = /^src\/app\//
const landing = 'src/features/catalogue/landing/landing.tsx'

/**
 * Measures the initial JS of the landing page, each lazy route (with its imports that the first page has not loaded) and
 * the style sheets.
 *
 * @param sizeOf bytes of a built file, gzip
 * @throws Error if the manifest has no entry or no landing page: a check of nothing would always pass
 */
export function measureSizes(manifest: Manifest, sizeOf: (file: string) => number): Size[] {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  if (!entry || !manifest[landing]) throw new Error('The manifest has no entry or no landing page')

  const total = (keys: Iterable<string>) =>
    [...keys].reduce((sum, key) => sum + sizeOf(manifest[key]?.file ?? ''), 0)
  const first = collectImports(manifest, [entry])
  const routes = new Set(
    Object.entries(manifest)
      .filter(([key]) => routeFiles.test(key) || key === entry)
      .flatMap(([, chunk]) => chunk.dynamicImports ?? []),
  )
  const styles = new Set(Object.values(manifest).flatMap(({ css = [] }) => css))
  return [
    {
      name: 'Landing page, initial JS',
      bytes: total(collectImports(manifest, [entry, landing])),
      limit: limits.landing,
    },
    ...[...routes].sort().map((route) => ({
      name: route,
      bytes: total([...collectImports(manifest, [route])].filter((key) => !first.has(key))),
      limit: limits.route,
    })),
    { name: 'CSS', bytes: [...styles].reduce((sum, file) => sum + sizeOf(file), 0), limit: limits.css },
  ]
}

/** Chunks and all their direct and indirect imports, each once. */
function collectImports(manifest: Manifest, keys: readonly string[]): Set<string> {
  const found = new Set<string>()
  const open = [...keys]
  for (let key = open.pop(); key; key = open.pop()) {
    if (found.has(key)) continue
    found.add(key)
    open.push(...(manifest[key]?.imports ?? []))
  }
  return found
}
