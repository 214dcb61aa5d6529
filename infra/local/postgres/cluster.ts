import { chown, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '../problem.ts'
import { type Account, hasLeash, leashed } from '../process/leash.ts'
import { run } from '../process/run.ts'
import { keptSecret } from '../process/secret.ts'
import { isClosedTo, serverAccount } from './account.ts'
import { type Binaries, findBinaries, serverEnvironment } from './binaries.ts'

const MAJOR = '18'
export const SUPERUSER = 'postgres'

export type Cluster = {
  /** absolute, without symbolic links */
  dataDir: string
  binaries: Binaries
  account: Account | undefined
  passClosedDirectories: boolean
  /** false: initdb does not wait for the disk */
  durable: boolean
}

/** Where the cluster lies within the data directory of the stack. */
export function clusterDir(dataDir: string): string {
  return join(dataDir, 'postgres')
}

/**
 * Finds out how the cluster in this data directory is to be run.
 *
 * @throws Problem when no user can run it here
 */
export async function findCluster(dataDir: string, durable: boolean): Promise<Cluster> {
  const binaries = findBinaries()
  const account = await serverAccount(clusterDir(dataDir))
  const closed =
    account !== undefined &&
    ((await isClosedTo(account, dataDir)) || (await isClosedTo(account, binaries.postgres)))
  if (closed && !hasLeash()) {
    throw new Problem(
      `PostgreSQL does not run as root, and its user may not enter ${dataDir} or ${binaries.postgres}: ` +
        'move the checkout and DATA_DIR to an open place, or run npm start as an ordinary user.',
    )
  }
  return { dataDir, binaries, account, passClosedDirectories: closed, durable }
}

/**
 * Makes the cluster where there is none, aside and moved into place when complete: a start that is killed
 * midway leaves no half of one.
 *
 * @returns the superuser's password
 * @throws Problem when the cluster is of another major version, or initdb fails
 */
export async function ensureCluster(cluster: Cluster): Promise<string> {
  const { dataDir, account } = cluster
  const passwordFile = join(dataDir, 'postgres-password')
  const password = keptSecret(passwordFile)
  const version = await readFile(join(clusterDir(dataDir), 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version?.trim() === MAJOR) return password
  if (version) throw otherVersion(clusterDir(dataDir), version.trim())

  const fresh = join(dataDir, 'postgres.new')
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { mode: 0o700 })
  if (account) await Promise.all([fresh, passwordFile].map((path) => chown(path, account.uid, account.gid)))
  await initdb(cluster, fresh, passwordFile)
  await rename(fresh, clusterDir(dataDir))
  return password
}

async function initdb(cluster: Cluster, directory: string, passwordFile: string) {
  const { binaries, account, passClosedDirectories, durable } = cluster
  const { command, args, ...identity } = leashed({
    command: binaries.initdb,
    args: [
      `--pgdata=${directory}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Sorting and case by rules built into Postgres: the same on every system, and after its upgrades.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      // pg_trgm still asks the system which bytes are letters; under C it would skip every Hindi word.
      `--lc-ctype=${process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'}`,
      ...(durable ? [] : ['--no-sync']),
    ],
    whenWeDie: 'SIGTERM',
    account,
    passClosedDirectories,
  })
  const made = await run(command, args, { ...identity, env: serverEnvironment(binaries), cwd: '/' })
  if (!made.ok) throw new Problem(`PostgreSQL could not make its cluster:\n${made.output}`)
}

function otherVersion(directory: string, version: string): Problem {
  return new Problem(
    `${directory} holds a cluster of PostgreSQL ${version}, and this is ${MAJOR}: ` +
      'move it away, or choose another directory: DATA_DIR=.data-new npm start',
  )
}
