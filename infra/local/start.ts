/** `npm start`: the whole stack on this machine, until Ctrl-C. Its options are those of bootstrap/options.mjs. */

import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '@jaanch/platform/config'
import { withClient } from '@jaanch/platform/postgres'
import { ConfigError } from '@jaanch/platform/variable-files'
import { readOptions } from './bootstrap/options.mjs'
import { claimDataDir, readOrCreateSecret } from './data-dir.ts'
import { loadDemo } from './demo/load.ts'
import { migrate } from './migrations/migrate.ts'
import { ensureServiceLogin, serviceUrl } from './migrations/service-login.ts'
import { startPostgres } from './postgres.ts'
import { Problem, reasonOf } from './problem.ts'
import { checkPort, findFreePort } from './process/ports.ts'
import { startRedis } from './redis.ts'
import { buildClient } from './start/client.ts'
import {
  listProcesses,
  loadLocalConfig,
  localUrl,
  loopback,
  prometheusTargets,
  serviceEnvironment,
  startProcess,
  waitUntilReady,
} from './start/services.ts'
import { onShutdown, type StackPart, stopInReverseOrder, stopOnceStarted } from './start/shutdown.ts'
import type { LocalServer } from './supervisor.ts'

const demoAccounts = `  Demo accounts
  Admin                   admin@jaanch.example                          admin-demo-2026
  Roles of admins         manager@ … support@ … medical@ … operator@    admin-demo-2026
  Customer                asha@jaanch.example                           asha-demo-2026
  Approved labs           lab1@jaanch.example … lab4@jaanch.example     lab-demo-2026
  People of lab1          meena.lab1@ … tarun.lab1@jaanch.example       lab-demo-2026
  Pathologist of lab4     nandini.lab4@jaanch.example                   lab-demo-2026
  Lab awaiting approval   newlab@jaanch.example                         lab-demo-2026`

const firstAdmin = `  There is no admin yet. Make the first one, with the same variables as this command:
  npm run ops -- create-admin you@your-lab.in --name "Your Name"
  Then sign in at /admin, and load the starter catalogue or import your own at /admin/catalogue. npm run ops -- check-config names what else people will miss.`

const log = (line: string) => console.log(line)

/** The started parts, in the order of their start. */
const parts: StackPart[] = []

const shutdown = onShutdown(() => {
  log('Stopping immediately.')
  for (const { kill } of parts) kill()
  process.exit(130)
})

process.exit(await main())

/** @returns the exit code: 0 after a shutdown */
async function main(): Promise<number> {
  let release = () => {}
  try {
    const options = readOptions('start', process.argv.slice(2))
    if ('problem' in options) throw new Problem(options.problem)
    if (options.help) {
      log(options.help)
      return 0
    }
    const config = loadLocalConfig(process.env)
    await checkPort(config.port)
    release = claimDataDir(config.dataDir)
    await Promise.race([startStack(config, options.workers), shutdown.requested])
    await shutdown.requested
    return 0
  } catch (error) {
    if (shutdown.signal.aborted) return 0
    const hasKnownCause = error instanceof Problem || error instanceof ConfigError
    console.error(hasKnownCause ? error.message : error)
    return 1
  } finally {
    if (shutdown.signal.aborted) log('Stopping …')
    await stopInReverseOrder(parts)
    release()
  }
}

async function startStack(config: Config, workers: number): Promise<void> {
  const client = buildClient(shutdown.signal, log)
  // It runs while the servers start; its failure is handled below, where it is awaited.
  client.catch(() => {})
  const { ownerUrl, ...servers } = await step('Starting PostgreSQL and Redis …', () => startServers(config))
  await step('Bringing the database up to date …', async () => {
    await migrate(ownerUrl)
    await ensureServiceLogin(ownerUrl, servers.DATABASE_URL)
  })
  const demo = config.demo && (await step('Loading the demo …', () => loadDemo({ databaseUrl: ownerUrl })))
  await client
  await step('Starting the services …', () => startServices(config, servers, workers))

  log(`Jaanch is ready at ${localUrl(config)}`)
  if (demo && !demo.removed) {
    log(`\n${demoAccounts}`)
    if (config.host !== loopback)
      log(`\n  Everybody who reaches ${config.host} can sign in with these passwords.`)
  } else if (!(await hasAdmin(ownerUrl))) {
    log(`\n${firstAdmin}`)
  }
  log(`\nMetrics: ${join(config.dataDir, 'metrics-targets.json')} says where Prometheus collects them.`)
  log('\nCtrl-C stops everything.')
}

/** Prints a line and does the step, unless a shutdown is requested. */
function step<Result>(line: string, work: () => Promise<Result>): Promise<Result> {
  shutdown.signal.throwIfAborted()
  log(line)
  return work()
}

/** `ownerUrl` leads to the same database as DATABASE_URL, with the rights of the owner. The services use the sockets of our servers */
type Servers = { ownerUrl: string; DATABASE_URL: string; REDIS_URL: string }

async function startServers({ databaseUrl, databaseOwnerUrl, redisUrl, dataDir }: Config): Promise<Servers> {
  const postgres = databaseOwnerUrl ? useExternalPostgres(databaseOwnerUrl) : startPostgres({ dataDir, log })
  const redis = redisUrl ? useExternalRedis(redisUrl) : startRedis({ dataDir, log })
  parts.push(stopOnceStarted(postgres), stopOnceStarted(redis))
  const [{ url: ownerUrl, socketUrl }, { socketUrl: REDIS_URL }] = await Promise.all([postgres, redis])
  const DATABASE_URL =
    databaseUrl ?? serviceUrl(socketUrl, readOrCreateSecret(join(dataDir, 'service-password')))
  return { ownerUrl, DATABASE_URL, REDIS_URL }
}

async function startServices(
  config: Config,
  servers: Omit<Servers, 'ownerUrl'>,
  workers: number,
): Promise<void> {
  const { dataDir } = config
  const JWT_SECRET = config.jwtSecret ?? readOrCreateSecret(join(dataDir, 'jwt-secret'))
  const env = serviceEnvironment(config, { ...servers, JWT_SECRET })
  const { metricsPort } = config
  const processes = await listProcesses(workers, (n) => (metricsPort ? metricsPort + n : findFreePort()))
  const targets = JSON.stringify(prometheusTargets(processes, config.metricsHost), undefined, 2)
  writeFileSync(join(dataDir, 'metrics-targets.json'), `${targets}\n`)
  const services = processes.map((each) =>
    startProcess(each, { dataDir, metricsHost: config.metricsHost, env, log }),
  )
  parts.push(...services)
  await Promise.all(services.map(({ ready }) => ready))
  await waitUntilReady(localUrl(config), shutdown.signal, log)
}

/** @throws Problem if we cannot log in */
function useExternalPostgres(url: string): Promise<LocalServer> {
  const settings = { connectionString: url, connectionTimeoutMillis: 3_000 }
  return useExternal('DATABASE_URL', url, () => withClient(settings, async () => {}))
}

/** @throws Problem if it does not accept connections */
function useExternalRedis(url: string): Promise<LocalServer> {
  return useExternal('REDIS_URL', url, async () => {
    const { hostname, port } = new URL(url)
    const host = hostname.replace(/^\[|\]$/g, '') || 'localhost'
    const socket = connect({ host, port: Number(port) || 6379 })
    await once(socket, 'connect', { signal: AbortSignal.timeout(3_000) }).finally(() => socket.destroy())
  })
}

async function useExternal(variable: string, url: string, check: () => Promise<void>): Promise<LocalServer> {
  for (let attempts = 1; ; attempts++) {
    try {
      await check()
      return { url, socketUrl: url, pid: () => undefined, stop: async () => {}, kill: () => {} }
    } catch (error) {
      // without the URL, which may contain a password
      if (attempts === 5)
        throw new Problem(
          `The server of ${variable} cannot be used (${reasonOf(error)}): start it, or unset ${variable}.`,
        )
      await sleep(1_000)
    }
  }
}

/** @param databaseUrl of a migrated database @returns whether there is an account of an admin that is not disabled */
async function hasAdmin(databaseUrl: string): Promise<boolean> {
  const { rowCount } = await withClient(databaseUrl, (client) =>
    client.query(`select from users where role = 'admin' and is_active limit 1`),
  )
  return rowCount === 1
}
