/** Weighs the built client (gzip) and fails where it is heavier than it may be. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { weigh } from './weigh.ts'

const dist = resolve(import.meta.dirname, '../../web/dist')
const manifest = JSON.parse(readFileSync(resolve(dist, '.vite/manifest.json'), 'utf8'))
const weights = weigh(manifest, (file) => gzipSync(readFileSync(resolve(dist, file)), { level: 9 }).length)

let kept = true
for (const { name, bytes, limit } of weights) {
  const ok = bytes <= limit * 1_000
  kept &&= ok
  console.log(`${ok ? 'ok  ' : 'OVER'} ${(bytes / 1_000).toFixed(1).padStart(6)} of ${limit} kB  ${name}`)
}
process.exit(kept ? 0 : 1)
