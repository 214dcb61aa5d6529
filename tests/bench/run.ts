/**
 * `npm run bench [-- --only push] [--quick] [--bookings 500000] [--rounds 5] [--compare earlier.json]`: measures ours and a peer in
 * the same run, because machines are noisy and only the ratio is comparable. README.md in this folder describes the method.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compareResults, formatChanges } from './compare.ts'
import { type Context, createContext } from './context.ts'
import type { Group, Pair } from './row.ts'
import { chooseGroups } from './rows/groups.ts'
import { type Result, summarise } from './statistics.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    bookings: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    compare: { type: 'string' },
  },
})
const isQuick = values.quick
const rounds = Number(values.rounds ?? (isQuick ? 2 : 5))
const seconds = Number(values.seconds ?? (isQuick ? 2 : 8))
const large = Number(values.bookings ?? (isQuick ? 5_000 : 500_000))

const directory = resolve(import.meta.dirname, '../../bench-results')

/** @returns the results of a group; of a failed one none, so that the others are still measured */
async function measureGroup(name: string, group: Group, context: Context): Promise<Result[]> {
  const startedAt = performance.now()
  console.log(`\n${name}`)
  try {
    const measuring = await group.open(context)
    try {
      const pairs: (readonly Pair[])[] = []
      for (let round = 0; round < Math.min(rounds, group.rounds ?? rounds); round += 1) {
        pairs.push(await measuring.measure(round))
        console.log(`  round ${round + 1}, ${Math.round((performance.now() - startedAt) / 1_000)} s`)
      }
      return group.rows.map((row, index) =>
        summarise(
          row,
          pairs.map((pair) => pair[index] as Pair),
        ),
      )
    } finally {
      await measuring.close?.()
    }
  } catch (error) {
    console.error(`  ${name} failed:`, error)
    process.exitCode = 1
    return []
  }
}

async function save(results: Result[]): Promise<void> {
  await mkdir(directory, { recursive: true })
  const at = new Date().toISOString()
  const machine = { cores: availableParallelism(), node: process.version, bookings: large, rounds, seconds }
  const text = `${JSON.stringify({ at, machine, results }, null, 2)}\n`
  await writeFile(join(directory, 'latest.json'), text)
  await writeFile(join(directory, `${at.replaceAll(':', '-').slice(0, 19)}.json`), text)
}

const context = await createContext({ isQuick, seconds, small: 1_000, large })
const results: Result[] = []
try {
  for (const [name, group] of chooseGroups(values.only, isQuick)) {
    results.push(...(await measureGroup(name, group, context)))
    // after each group, so that an interrupted run keeps what it has
    await save(results)
  }
} finally {
  await context.close()
}
console.table(
  results.map(({ name, unit, ours, peer, ratio, spread, aim }) => ({
    ...{ name, unit, ours, peer, ratio, spread: spread.join(' – '), aim },
  })),
)
if (values.compare) {
  const path = resolve(process.env.INIT_CWD ?? '.', values.compare)
  const earlier = JSON.parse(await readFile(path, 'utf8')) as { results: Result[] }
  console.log(formatChanges(compareResults(earlier.results, results)))
}
// a group that failed may have left connections open
process.exit()
