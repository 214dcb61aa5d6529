/**
 * `npm run stalls -- [--bookings 1000000] [--rate 10]`: how long a write waits at most while the migrations of this code run on a database
 * of the release before, whose processes go on and take bookings. Prints the longest stall before the migrations and of each of them.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startPostgres } from '@jaanch/infra/local/postgres'
import { type GeneratedStack, startGeneratedStack } from '@jaanch/tests/support/generated-stack'
import { placeBooking } from '@jaanch/tests/support/hot-calls'
import { startOwnRedis } from '@jaanch/tests/support/own-redis'
import { sendTo } from '@jaanch/tests/support/send'
import { checkOutEarlierRelease } from './earlier-release.ts'
import { fillOperations } from './fill-operations.ts'
import { migrateUnderWrites } from './stalls.ts'

const { values } = parseArgs({
  options: {
    bookings: { type: 'string', default: '10000' },
    rate: { type: 'string', default: '10' },
  },
})
/** How long the release before is alone, for comparison, ms */
const quietMs = 60_000

const dataDir = await mkdtemp(join(tmpdir(), 'jaanch-stalls-'))
const closings: (() => unknown)[] = [() => rm(dataDir, { recursive: true, force: true })]
try {
  const earlier = checkOutEarlierRelease()
  closings.push(earlier.remove)
  // fully durable: writes wait for the disk
  const postgres = await startPostgres({ dataDir })
  closings.push(postgres.stop)
  const redis = await startOwnRedis()
  closings.push(redis.stop)
  const bookings = Number(values.bookings)
  const stack = await startGeneratedStack({
    ...{ root: earlier.root, serverUrl: postgres.url, redisUrl: redis.url, dataDir, name: 'stalls' },
    bookings,
  })
  closings.push(stack.close)
  await fillOperations(stack.databaseUrl, bookings)
  const load = startBooking(stack, Number(values.rate))
  const stalls = await migrateUnderWrites(stack.databaseUrl, quietMs)
  const { placed, refused } = await load.stop()
  console.table(
    stalls.map(({ migration, tookMs, longest, forLock }) => ({
      migration,
      'took (s)': (tookMs / 1_000).toFixed(1),
      'longest write (ms)': Math.round(longest.ms),
      'wait for a lock (ms)': Math.round(forLock.ms),
      'of the table': forLock.table,
    })),
  )
  console.log(`${placed} bookings were placed meanwhile, ${refused} refused.`)
} finally {
  for (const close of closings.toReversed()) await close()
}

/** Places bookings at their due times. */
function startBooking({ url, sample }: GeneratedStack, rate: number) {
  const send = sendTo(url)
  const sent: Promise<boolean>[] = []
  let isStopped = false
  async function run(): Promise<void> {
    for (let n = 0; !isStopped; n += 1) {
      sent.push(
        send(placeBooking(sample, n)).then(
          ({ status }) => status < 300,
          () => false,
        ),
      )
      await setTimeout(1_000 / rate)
    }
  }
  const running = run()
  return {
    async stop() {
      isStopped = true
      await running
      const answers = await Promise.all(sent)
      const placed = answers.filter(Boolean).length
      return { placed, refused: answers.length - placed }
    },
  }
}
