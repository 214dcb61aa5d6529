/** `npm start`: the whole stack on this machine, until Ctrl-C. */
import { join } from 'node:path'
import { type Config, ConfigError, loadConfig } from '@jaanch/platform/config'
import { loadDemo } from '../demo/load.ts'
import { migrate } from '../migrations/migrate.ts'
import { startPostgres } from './postgres.ts'
import { Problem } from './problem.ts'
import { assertPortFree } from './process/ports.ts'
import { keptSecret } from './process/secret.ts'
import { startRedis } from './redis.ts'
import { buildClient } from './start/client.ts'
import { claimDataDir } from './start/data-dir.ts'
import { demoAccountsTable } from './start/demo-accounts.ts'
import { givenPostgres, givenRedis } from './start/given-servers.ts'
import { onInterruption } from './start/interruption.ts'
import { type Running, stopInOrder, whenStarted } from './start/running.ts'
import { serviceEnvironment, servicesInStopOrder, siteAnswers, startProcesses } from './start/services.ts'

const say = (line: string) => console.log(line)

/** What was started by now, in that order; it is stopped in the opposite one. */
const running: Running[] = []

const interruption = onInterruption(() => {
  say('Stopping at once.')
  for (const { kill } of running) kill()
  process.exit(130)
})

process.exit(await main())

/** @returns the exit code: 0 after an orderly stop */
async function main(): Promise<number> {
  let release = () => {}
  try {
    const config = loadConfig({ ...process.env, DEMO: process.env.DEMO || '1' })
    await assertPortFree(config.port)
    release = claimDataDir(config.dataDir)
    await Promise.race([bringUp(config), interruption.happened])
    await interruption.happened
    return 0
  } catch (error) {
    if (interruption.signal.aborted) return 0
    const isKnown = error instanceof Problem || error instanceof ConfigError
    console.error(isKnown ? error.message : error)
    return 1
  } finally {
    if (interruption.signal.aborted) say('Stopping …')
    await stopInOrder(running)
    release()
  }
}

async function bringUp(config: Config): Promise<void> {
  const client = buildClient(interruption.signal, say)
  // It takes its time beside the servers; its failure is met below, where it is awaited.
  client.catch(() => {})
  const servers = await step('Starting PostgreSQL and Redis …', () => startServers(config))
  await step('Bringing the database up to date …', () => migrate(servers.DATABASE_URL))
  if (config.demo) await step('Loading the demo …', () => loadDemo({ databaseUrl: servers.DATABASE_URL }))
  await client
  await step('Starting the services …', () => startServices(config, servers))

  say(`Jaanch is ready at http://localhost:${config.port}`)
  if (config.demo) say(`\n${demoAccountsTable()}`)
  say('\nCtrl-C stops everything.')
}

/** One line for the terminal, unless we are to stop. */
function step<Result>(line: string, work: () => Promise<Result>): Promise<Result> {
  interruption.signal.throwIfAborted()
  say(line)
  return work()
}

type Servers = { DATABASE_URL: string; REDIS_URL: string }

async function startServers({ databaseUrl, redisUrl, dataDir }: Config): Promise<Servers> {
  const postgres = databaseUrl ? givenPostgres(databaseUrl) : startPostgres({ dataDir, log: say })
  const redis = redisUrl ? givenRedis(redisUrl) : startRedis({ dataDir, log: say })
  running.push(whenStarted(postgres), whenStarted(redis))
  const [{ url: DATABASE_URL }, { url: REDIS_URL }] = await Promise.all([postgres, redis])
  return { DATABASE_URL, REDIS_URL }
}

async function startServices(config: Config, servers: Servers): Promise<void> {
  const { dataDir, port } = config
  const JWT_SECRET = config.jwtSecret ?? keptSecret(join(dataDir, 'jwt-secret'))
  const env = serviceEnvironment(config, { ...servers, JWT_SECRET })
  const services = servicesInStopOrder
    .toReversed()
    .flatMap((name) =>
      startProcesses(name, name === 'workers' ? config.workerProcesses : 1, { dataDir, env, log: say }),
    )
  running.push(...services)
  await Promise.all(services.map(({ ready }) => ready))
  await siteAnswers(`http://localhost:${port}`, interruption.signal)
}
