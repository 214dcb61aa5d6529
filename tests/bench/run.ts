/**
 * `npm run bench [-- --only push] [--quick] [--bookings 100000] [--rounds 5] [--against DIRECTORY]`: calls of the API under load, pushes,
 * and the projection, on a stack of its own with generated bookings. Each figure is the median of the rounds. What an engineer would
 * take for the same purpose is measured in alternation, or with `--against` another checkout with its packages; only the ratios within a
 * round are comparable, because machines are noisy.
 * Writes bench-results/latest.json.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { inRepository } from '@jaanch/infra/local/paths'
import { startPostgres } from '@jaanch/infra/local/postgres'
import { startRedis } from '@jaanch/infra/local/redis'
import { startGeneratedStack } from '@jaanch/tests/support/generated-stack'
import { cpuMs } from './cpu.ts'
import type { Group, Measure, Target } from './group.ts'
import { append } from './groups/append.ts'
import { cpu, writeCalls } from './groups/bookings.ts'
import { disk } from './groups/disk.ts'
import { lists } from './groups/lists.ts'
import { projection } from './groups/projection.ts'
import { push } from './groups/push.ts'
import { readCalls } from './groups/reads.ts'
import { work } from './groups/work.ts'
import { peerPids } from './peers/start-peer.ts'
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
const groups: Readonly<Record<string, Group>> = {
  ...{ reads: readCalls, lists, bookings: writeCalls, cpu, push, append, work, disk, projection },
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
const results: Result[] = []
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
        peer: peerPids.reduce((sum, pid) => sum + cpuMs(pid), 0),
      }),
    })
  }
  const [ours, other] = sides as [Target, Target?]
  for (const [name, { rows, measure, peer, isInProcess }] of chosen) {
    const second: { name: string; run: () => ReturnType<Measure> } | undefined =
      other && !isInProcess
        ? { name: against ?? '', run: () => alone(other, () => measure(other, options)) }
        : peer && {
            name: `${peer.name}; without ${peer.lacks}`,
            run: () => alone(undefined, () => peer.measure(ours, options)),
          }
    const measured: { ours: number[]; peer: number[] }[] = []
    for (let round = 0; round < rounds; round += 1) {
      const measureOurs = () => alone(isInProcess ? undefined : ours, () => measure(ours, options))
      const measurePeer = async () => (await second?.run()) ?? []
      // whoever is first finds a machine that rested
      const isOursFirst = round % 2 === 0
      const first = await (isOursFirst ? measureOurs : measurePeer)()
      const last = await (isOursFirst ? measurePeer : measureOurs)()
      measured.push(isOursFirst ? { ours: first, peer: last } : { ours: last, peer: first })
      console.log(`${name}: round ${round + 1} of ${rounds}`)
    }
    const pairsOf = (index: number): Pair[] =>
      measured.map((each) => ({ ours: each.ours[index] ?? Number.NaN, peer: each.peer[index] }))
    results.push(...rows.map((row, index) => summarise(row, pairsOf(index), second?.name)))
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
async function alone<Result>(stack: Target | undefined, work: () => Promise<Result>): Promise<Result> {
  const others = sides.filter((side) => side !== stack)
  for (const { pause } of others) pause()
  try {
    return await work()
  } finally {
    for (const { resume } of others) resume()
  }
}

async function save(): Promise<void> {
  const machine = { cores: availableParallelism(), node: process.version, bookings, rounds, seconds }
  const text = JSON.stringify({ at: new Date().toISOString(), machine, results }, null, 2)
  await mkdir(inRepository('bench-results'), { recursive: true })
  await writeFile(inRepository('bench-results', 'latest.json'), `${text}\n`)
}
