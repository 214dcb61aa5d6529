/** Of vite's manifest, what is needed to know which files a page loads. */
export type Chunk = {
  file: string
  imports?: readonly string[]
  dynamicImports?: readonly string[]
  css?: readonly string[]
  isEntry?: boolean
}
export type Manifest = Readonly<Record<string, Chunk>>

/** @param name as limits and reports call it @param limit kB gzip, as those who load it count them: 1 kB is 1,000 bytes */
export type Weight = { name: string; bytes: number; limit: number }

/** The client's limits (kB gzip). */
export const limits = { landing: 160, route: 60, css: 20 } as const

/** Where routes are declared: what these load on demand is a route's chunk. */
const declaring = /^src\/app\//
const landing = 'src/features/landing/landing.tsx'

/**
 * Weighs what a visitor loads first, each lazy route (with all that it imports and the first page has not brought)
 * and the style sheets.
 *
 * @param sizeOf bytes of a built file, gzip
 * @throws Error where the manifest has no entry or no landing: a budget that weighs nothing would always be kept
 */
export function weigh(manifest: Manifest, sizeOf: (file: string) => number): Weight[] {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  if (!entry || !manifest[landing]) throw new Error('The manifest names no entry or no landing page')

  const total = (keys: Iterable<string>) =>
    [...keys].reduce((sum, key) => sum + sizeOf(manifest[key]?.file ?? ''), 0)
  const first = closure(manifest, [entry])
  const routes = new Set(
    Object.entries(manifest)
      .filter(([key]) => declaring.test(key) || key === entry)
      .flatMap(([, chunk]) => chunk.dynamicImports ?? []),
  )
  const styles = new Set(Object.values(manifest).flatMap(({ css = [] }) => css))
  return [
    {
      name: 'Landing page, initial JS',
      bytes: total(closure(manifest, [entry, landing])),
      limit: limits.landing,
    },
    ...[...routes].sort().map((route) => ({
      name: route,
      bytes: total([...closure(manifest, [route])].filter((key) => !first.has(key))),
      limit: limits.route,
    })),
    { name: 'CSS', bytes: [...styles].reduce((sum, file) => sum + sizeOf(file), 0), limit: limits.css },
  ]
}

/** Chunks and all that they import, each once. */
function closure(manifest: Manifest, keys: readonly string[]): Set<string> {
  const found = new Set<string>()
  const open = [...keys]
  for (let key = open.pop(); key; key = open.pop()) {
    if (found.has(key)) continue
    found.add(key)
    open.push(...(manifest[key]?.imports ?? []))
  }
  return found
}
