/** Prints the sizes of the built client (gzip) and exits with 1 if one is over its limit. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { measureSizes } from './sizes.ts'

const dist = resolve(import.meta.dirname, '../../../web/dist')
const manifest = JSON.parse(readFileSync(resolve(dist, '.vite/manifest.json'), 'utf8'))
const sizes = measureSizes(
  manifest,
  (file) => gzipSync(readFileSync(resolve(dist, file)), { level: 9 }).length,
)

let isWithinLimits = true
for (const { name, bytes, limit } of sizes) {
  const ok = bytes <= limit * 1_000
  isWithinLimits &&= ok
  console.log(`${ok ? 'ok  ' : 'OVER'} ${(bytes / 1_000).toFixed(1).padStart(6)} of ${limit} kB  ${name}`)
}
process.exit(isWithinLimits ? 0 : 1)
