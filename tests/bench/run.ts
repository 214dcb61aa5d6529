/**
 * `npm run bench`: measures our code and a peer in the same run, because machines are noisy and only the ratio is
 * comparable. Writes bench-results/latest.json. `--quick` ends within three minutes.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startPostgres } from '@jaanch/infra/local/postgres'
import { startRedis } from '@jaanch/infra/local/redis'
import { migrate } from '@jaanch/infra/migrations/migrate'
import { startStackProcess } from '../chaos/stack-process.ts'
import { measurePages, pages } from '../lighthouse/measure.ts'
import { benchAppend } from './append.ts'
import { benchPgbench, findPgbench } from './pgbench.ts'
import { benchPlainSearch, benchSearch, fillCatalogue } from './search.ts'
import { benchBullMq, benchWork } from './work.ts'

type Result = {
  name: string
  unit: string
  ours: number
  peer: number | null
  peerName: string
  ratio: number | null
  aim?: string
  better: 'higher' | 'lower'
}

const isQuick = process.argv.includes('--quick')
const rounds = isQuick ? 3 : 7
const seconds = isQuick ? 4 : 10

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

/** Alternates between ours and the peer, so that a slow minute affects both; the ratio is that of the medians. */
async function measureAppends(url: string): Promise<Result> {
  const pgbench = findPgbench()
  if (!pgbench) console.log('pgbench is not installed (Debian: postgresql-15): measuring without a peer.')
  const ours: number[] = []
  const peers: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await benchAppend(url, { callers: 64, seconds }))
    if (pgbench) peers.push(await benchPgbench(pgbench, url, { clients: 16, seconds }))
    console.log(`  ours ${Math.round(ours.at(-1) ?? 0)}/s, pgbench ${Math.round(peers.at(-1) ?? 0)}/s`)
  }
  const peer = peers.length > 0 ? median(peers) : null
  return {
    name: 'append through the group commit, 64 callers, one event each',
    unit: 'events/s',
    ours: Math.round(median(ours)),
    peer: peer && Math.round(peer),
    peerName: 'pgbench inserting the same row, 16 clients',
    ratio: peer && Number((median(ours) / peer).toFixed(2)),
    aim: '>= 1.5',
    better: 'higher',
  }
}

const packages = 100_000

/** Both with one search at a time, ours also with four: a search must be fast while others run. */
async function measureSearch(url: string): Promise<Result[]> {
  await fillCatalogue(url, packages)
  const searches = isQuick ? 1_500 : 5_000
  const one = await benchSearch(url, { clients: 1, searches })
  const four = await benchSearch(url, { clients: 4, searches })
  const plain = await benchPlainSearch(url, { clients: 1, searches: isQuick ? 50 : 200 })
  const result = (what: string, ours: number, peer: number): Result => ({
    name: `search among ${packages} packages, ${what}`,
    unit: 'ms',
    ours: Number(ours.toFixed(1)),
    peer: Number(peer.toFixed(1)),
    peerName: "ilike '%text%' on names, aliases and conditions, one at a time",
    ratio: Number((ours / peer).toFixed(3)),
    better: 'lower',
  })
  return [
    result('one at a time, p50', one.p50, plain.p50),
    { ...result('one at a time, p99', one.p99, plain.p99), aim: '< 20' },
    result('four at a time, p50', four.p50, plain.p50),
    { ...result('four at a time, p99', four.p99, plain.p99), aim: '< 20' },
  ]
}

/** With handlers that do nothing, and with the handler that assigns an order number and appends one event. */
async function measureWork(servers: { databaseUrl: string; redisUrl: string }): Promise<Result[]> {
  const load = { jobs: isQuick ? 5_000 : 20_000, concurrency: 20 }
  const peers: number[] = []
  const idle: number[] = []
  const orders: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    peers.push(await benchBullMq(servers, load))
    idle.push(await benchWork(servers, load, 'idle'))
    orders.push(await benchWork(servers, load, 'orders'))
  }
  const result = (what: string, ours: number[]): Result => ({
    name: `work after an event, from the log to settled, ${what}`,
    unit: 'events/s',
    ours: Math.round(median(ours)),
    peer: Math.round(median(peers)),
    peerName: 'BullMQ alone, as many jobs that do nothing',
    ratio: Number((median(ours) / median(peers)).toFixed(2)),
    better: 'higher',
  })
  return [result('handlers that do nothing', idle), result('an order made for each', orders)]
}

/** Lighthouse's performance score of the pages that customers open first; its throttling simulates a phone. */
async function measureLighthouse(): Promise<Result[]> {
  const stack = await startStackProcess()
  try {
    const scores = await measurePages(stack.url)
    return pages.map(({ path, aim }) => ({
      name: `Lighthouse performance of ${path}`,
      unit: 'of 100',
      ours: scores.find(({ page }) => page === path)?.performance ?? 0,
      peer: null,
      peerName: '',
      ratio: null,
      aim: `>= ${aim}`,
      better: 'higher',
    }))
  } finally {
    await stack.stop()
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'jaanch-bench-'))
const [postgres, redis] = await Promise.all([startPostgres({ dataDir }), startRedis({ dataDir })])
try {
  await migrate(postgres.url)
  const results = [
    await measureAppends(postgres.url),
    ...(await measureWork({ databaseUrl: postgres.url, redisUrl: redis.url })),
    ...(await measureSearch(postgres.url)),
    ...(isQuick ? [] : await measureLighthouse()),
  ]
  const directory = resolve(import.meta.dirname, '../../bench-results')
  await mkdir(directory, { recursive: true })
  await writeFile(join(directory, 'latest.json'), `${JSON.stringify({ results }, null, 2)}\n`)
  console.table(
    results.map(({ name, unit, ours, peer, ratio, aim }) => ({ name, unit, ours, peer, ratio, aim })),
  )
} finally {
  await Promise.all([postgres.stop(), redis.stop()])
  await rm(dataDir, { recursive: true, force: true })
}
