/**
 * `npm run bench:growth [-- --sizes 10000,100000,1000000]`: measures every call, the push, the start-up, the disk and the buffers
 * at each number of bookings, and writes the growth table of docs/performance.md.
 * With `--before a.json --after b.json` it writes the page's table of the bench instead, from two of its results.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { inRepository } from '@jaanch/infra/local/paths'
import { compareResults, formatChanges } from '../compare.ts'
import type { Result } from '../statistics.ts'
import { formatGrowth, replacePart } from './document.ts'
import { measureSize, type SizeMeasured } from './measure-size.ts'

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    before: { type: 'string' },
    after: { type: 'string' },
  },
})
const page = inRepository('docs', 'performance.md')

if (values.before && values.after) {
  const changes = compareResults(await readResults(values.before), await readResults(values.after))
  await writePart('bench', formatChanges(changes))
} else {
  const sizes: SizeMeasured[] = []
  for (const bookings of values.sizes.split(',').map(Number)) sizes.push(await measureSize(bookings))
  const results = inRepository('bench-results')
  await mkdir(results, { recursive: true })
  await writeFile(join(results, 'growth.json'), `${JSON.stringify(sizes, null, 2)}\n`)
  await writePart('growth', formatGrowth(sizes))
}

async function writePart(name: string, part: string): Promise<void> {
  await writeFile(page, replacePart(await readFile(page, 'utf8'), name, part))
  console.log(part)
}

/** A relative path is that of the directory in which npm was called. */
async function readResults(path: string): Promise<Result[]> {
  const text = await readFile(resolve(process.env.INIT_CWD ?? '.', path), 'utf8')
  return (JSON.parse(text) as { results: Result[] }).results
}
// connections that a failure left open
process.exit()
