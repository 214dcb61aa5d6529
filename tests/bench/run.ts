/**
 * `npm run bench [-- --only push] [--quick] [--bookings 100000] [--rounds 5] [--against DIRECTORY]`: calls of the API under load, pushes,
 * and the projection, on a stack of its own with generated bookings. Each figure is the median of the rounds. `--against`: another
 * checkout, with its packages, is measured in alternation; only the ratios within a round are comparable, because machines are noisy.
 * Writes bench-results/latest.json.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { inRepository } from '@jaanch/infra/local/paths'
import { startPostgres } from '@jaanch/infra/local/postgres'
import { startRedis } from '@jaanch/infra/local/redis'
import { type GeneratedStack, startGeneratedStack } from '@jaanch/tests/support/generated-stack'
import { groups } from './rows.ts'
import { type Pair, type Result, summarise } from './statistics.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    bookings: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    against: { type: 'string' },
  },
})
const rounds = Number(values.rounds ?? (values.quick ? 2 : 5))
const seconds = Number(values.seconds ?? (values.quick ? 2 : 8))
const bookings = Number(values.bookings ?? (values.quick ? 5_000 : 100_000))
// a relative path is that of the directory in which npm was called
const against = values.against && resolve(process.env.INIT_CWD ?? '.', values.against)
const chosen = Object.entries(groups).filter(([name]) => name.includes(values.only ?? ''))

const directory = await mkdtemp(join(tmpdir(), 'jaanch-bench-'))
const closings: (() => Promise<unknown>)[] = [() => rm(directory, { recursive: true, force: true })]
const results: Result[] = []
try {
  const postgres = await startPostgres({ dataDir: directory })
  closings.push(() => postgres.stop())
  const sides: GeneratedStack[] = []
  for (const [name, root] of Object.entries({ ours: inRepository(), peer: against })) {
    if (!root) continue
    console.log(`${root}: generating ${bookings.toLocaleString('en')} bookings and filling the read tables …`)
    const dataDir = join(directory, name)
    // they would share the queues
    const redis = await startRedis({ dataDir })
    closings.push(() => redis.stop())
    const side = await startGeneratedStack({
      root,
      serverUrl: postgres.url,
      redisUrl: redis.url,
      dataDir,
      name,
      bookings,
    })
    closings.push(side.close)
    sides.push(side)
  }
  for (const [name, { rows, measure }] of chosen) {
    const measured: { ours: number[]; peer?: number[] | undefined }[] = []
    for (let round = 0; round < rounds; round += 1) {
      const [ours, peer] = [[] as number[], sides[1] && ([] as number[])]
      // whoever is first finds a machine that rested
      for (const side of round % 2 === 0 ? sides : sides.toReversed())
        (side === sides[0] ? ours : (peer ?? [])).push(...(await measure(side, { seconds, bookings })))
      measured.push({ ours, peer })
      console.log(`${name}: round ${round + 1} of ${rounds}`)
    }
    const pairsOf = (index: number): Pair[] =>
      measured.map(({ ours, peer }) => ({ ours: ours[index] ?? Number.NaN, peer: peer?.[index] }))
    results.push(...rows.map((row, index) => summarise(row, pairsOf(index), against)))
    // after each group, so that an interrupted run keeps what it has
    await save()
  }
} finally {
  for (const close of closings.toReversed()) await close()
}
console.table(
  results.map(({ name, unit, ours, peer, ratio, spread, aim }) => ({
    ...{ name, unit, ours, peer, ratio, spread: spread.join(' – '), aim },
  })),
)
process.exit()

async function save(): Promise<void> {
  const machine = { cores: availableParallelism(), node: process.version, bookings, rounds, seconds }
  const text = JSON.stringify({ at: new Date().toISOString(), machine, results }, null, 2)
  await mkdir(inRepository('bench-results'), { recursive: true })
  await writeFile(inRepository('bench-results', 'latest.json'), `${text}\n`)
}
