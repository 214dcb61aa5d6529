/**
 * `npm run profile -- api|projector|workers [--seconds 20] [--rate 50] [--bookings 10000]`: runs the services under a load of bookings
 * and reads with --cpu-prof for one of them, and writes docs/performance/<service>.svg and .txt.
 */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { inRepository } from '@jaanch/infra/local/paths'
import { startPostgres } from '@jaanch/infra/local/postgres'
import { startRedis } from '@jaanch/infra/local/redis'
import { placeBooking, signInAll } from '../load/accounts.ts'
import { runOpenLoop } from '../load/http.ts'
import { createGenerated, untilSettled } from '../stack/database.ts'
import { startServices, untilReady } from '../stack/services.ts'
import { buildTree, type CpuProfile, type Frame, topSelfTimes } from './profile.ts'
import { renderFlameGraph } from './render.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '20' },
    rate: { type: 'string', default: '50' },
    bookings: { type: 'string', default: '10000' },
  },
})
const service = (['api', 'workers', 'projector'] as const).find((name) => name === positionals[0])
if (!service) {
  console.error('Name the service: npm run profile -- api|projector|workers')
  process.exit(1)
}

const dataDir = await mkdtemp(join(tmpdir(), 'jaanch-profile-'))
const [postgres, redis] = await Promise.all([startPostgres({ dataDir }), startRedis({ dataDir })])
try {
  const databaseUrl = await createGenerated(postgres.url, 'profile', Number(values.bookings))
  const options = { databaseUrl, redisUrl: redis.url, directory: dataDir }
  // without the profiler, to fill the read tables
  const filling = await startServices(options)
  await untilReady(filling)
  await filling.close()

  const profiles = join(dataDir, 'profiles')
  const nodeArgs = { [service]: ['--cpu-prof', `--cpu-prof-dir=${profiles}`] }
  const services = await startServices({ ...options, nodeArgs })
  await untilReady(services)
  const accounts = await signInAll(services)
  const load = { rate: Number(values.rate), seconds: Number(values.seconds) }
  const from = Number(process.hrtime.bigint() / 1_000n)
  const measured = await runOpenLoop(services.url, { ...load, call: (n) => placeBooking(accounts, n) })
  await untilSettled(databaseUrl)
  await services.close()

  const title = `${service}: ${load.rate} bookings a second for ${load.seconds} s`
  await write(service, title, buildTree(await readLargest(profiles), from))
  console.log(`Answered in ${measured.p50.toFixed(1)} ms (p50), ${measured.p99.toFixed(1)} ms (p99).`)
} finally {
  await Promise.all([postgres.stop(), redis.stop()])
  await rm(dataDir, { recursive: true, force: true })
}

/** A process writes one profile for each of its threads: that of the main thread is by far the largest. */
async function readLargest(directory: string): Promise<CpuProfile> {
  const texts = await Promise.all(
    (await readdir(directory)).map((file) => readFile(join(directory, file), 'utf8')),
  )
  return JSON.parse(texts.toSorted((a, b) => b.length - a.length)[0] ?? '')
}

async function write(name: string, title: string, tree: Frame): Promise<void> {
  const directory = inRepository('docs', 'performance')
  await mkdir(directory, { recursive: true })
  const top = topSelfTimes(tree, 30).map(
    ({ name: frame, share }) => `${(share * 100).toFixed(1).padStart(5)} %  ${frame}`,
  )
  const text = `${title}\nWorked ${Math.round(tree.total / 1_000)} ms. Own time by function:\n\n${top.join('\n')}\n`
  await writeFile(join(directory, `${name}.svg`), renderFlameGraph(tree, title))
  await writeFile(join(directory, `${name}.txt`), text)
  console.log(text)
}
