/**
 * `npm run bench [-- --only push] [--quick] [--bookings 100000] [--rounds 5] [--against DIRECTORY]`: calls of the API under load, pushes,
 * and the projection, on a stack of its own with generated bookings. Each figure is the median of the rounds. With `--against` another
 * checkout with its packages is measured in alternation; only the ratios within a round are comparable, because machines are noisy.
 * Writes bench-results/latest.json.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { inRepository } from '@jaanch/infra/local/paths'
import { startPostgres } from '@jaanch/infra/local/postgres'
import { startRedis } from '@jaanch/infra/local/redis'
import { startGeneratedStack } from '@jaanch/tests/support/generated-stack'
import { type Group, summarise, type Target } from './group.ts'
import { cpu, cpuMs, disk, writeCalls } from './groups/bookings.ts'
import { flood } from './groups/flood.ts'
import { projection } from './groups/projection.ts'
import { push } from './groups/push.ts'
import { lists, readCalls } from './groups/reads.ts'

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
const groups: Readonly<Record<string, Group>> = {
  ...{ reads: readCalls, lists, bookings: writeCalls, cpu, flood, push, disk, projection },
}
const rounds = Number(values.rounds ?? (values.quick ? 2 : 5))
const seconds = Number(values.seconds ?? (values.quick ? 2 : 8))
const bookings = Number(values.bookings ?? (values.quick ? 5_000 : 100_000))
const options = { seconds, bookings }
// a relative path is that of the directory in which npm was called
const against = values.against && resolve(process.env.INIT_CWD ?? '.', values.against)
const parts = (values.only ?? '').split(',')
const chosen = Object.entries(groups).filter(([name]) => parts.some((part) => name.includes(part)))

const directory = await mkdtemp(join(tmpdir(), 'jaanch-bench-'))
const closings: (() => Promise<unknown>)[] = [() => rm(directory, { recursive: true, force: true })]
const results: ReturnType<typeof summarise>[] = []
const sides: Target[] = []
try {
  const postgres = await startPostgres({ dataDir: directory })
  closings.push(() => postgres.stop())
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
    sides.push({
      ...side,
      redisUrl: redis.url,
      readCpu: () => ({
        api: cpuMs(side.pidOf('api')),
        workers: cpuMs(side.pidOf('workers')),
        projector: cpuMs(side.pidOf('projector')),
        postgres: cpuMs(postgres.pid(), true),
        redis: cpuMs(redis.pid()),
      }),
    })
  }
  const [ours, other] = sides as [Target, Target?]
  for (const [name, { rows, measure }] of chosen) {
    const measured: { ours: number[]; peer: number[] }[] = []
    const measureOurs = () => alone(ours, () => measure(ours, options))
    const measureOther = async () => (other ? await alone(other, () => measure(other, options)) : [])
    for (let round = 0; round < rounds; round += 1) {
      // whoever is first finds a machine that rested
      const isOursFirst = round % 2 === 0
      const first = await (isOursFirst ? measureOurs : measureOther)()
      const last = await (isOursFirst ? measureOther : measureOurs)()
      measured.push(isOursFirst ? { ours: first, peer: last } : { ours: last, peer: first })
      console.log(`${name}: round ${round + 1} of ${rounds}`)
    }
    const pairsOf = (index: number) =>
      measured.map((each) => ({ ours: each.ours[index] ?? Number.NaN, peer: each.peer[index] }))
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

/** Runs `work` while the services of all other stacks stand still. */
async function alone<Result>(stack: Target, work: () => Promise<Result>): Promise<Result> {
  const others = sides.filter((side) => side !== stack)
  for (const { pause } of others) pause()
  try {
    await untilRested(stack)
    return await work()
  } finally {
    for (const { resume } of others) resume()
  }
}

/** An API that stood still is late by as long, so it refuses calls as overloaded until it has measured itself again. */
async function untilRested({ url }: Target): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if ((await fetch(`${url}/api/packages/popular`)).ok) return
    await setTimeout(100)
  }
  throw new Error(`${url} refuses calls ten seconds after it was resumed`)
}

async function save(): Promise<void> {
  const machine = { cores: availableParallelism(), node: process.version, bookings, rounds, seconds }
  const text = JSON.stringify({ at: new Date().toISOString(), machine, results }, null, 2)
  await mkdir(inRepository('bench-results'), { recursive: true })
  await writeFile(inRepository('bench-results', 'latest.json'), `${text}\n`)
}
