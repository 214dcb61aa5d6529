import { chown, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readOrCreateSecret } from '../data-dir.ts'
import { Problem } from '../problem.ts'
import { type Account, hasSetpriv, withParentDeathSignal } from '../process/child.ts'
import { run } from '../process/commands.ts'
import { type Binaries, findBinaries, serverEnvironment } from './server.ts'

const USER = 'jaanch'
const postgresMajor = '18'

/**
 * The user that runs Postgres, which refuses to run as root. If we are root, this is the owner of the cluster; for a
 * new cluster it is the system user `jaanch`, which is created if it is missing.
 *
 * @returns undefined if we are not root: Postgres then runs as our own user
 * @throws Problem if the user cannot be created
 */
async function findServerAccount(clusterDir: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(clusterDir).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return (await findAccount()) ?? (await createAccount())
}

/**
 * Whether the account has no access to the path: the path or a directory above it lacks the x bit for this account.
 * (ACLs are ignored: they can only make a path accessible that this function reports as closed.)
 */
async function isClosedTo(account: Account, path: string): Promise<boolean> {
  const { uid, gid, mode } = await stat(path)
  const x = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  if ((mode & x) === 0) return true
  const parent = dirname(path)
  return parent === path ? false : isClosedTo(account, parent)
}

async function findAccount(): Promise<Account | undefined> {
  const [uid, gid] = await Promise.all([run('id', ['-u', USER]), run('id', ['-g', USER])])
  return uid.ok && gid.ok ? { uid: Number(uid.output), gid: Number(gid.output) } : undefined
}

async function createAccount(): Promise<Account> {
  const noLogin = ['--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin']
  const created = await run('useradd', ['--system', '--user-group', ...noLogin, USER])
  // Searched again even if this failed: another stack may have created it at the same time.
  const account = await findAccount()
  if (account) return account
  throw new Problem(
    `PostgreSQL does not run as root, and the user "${USER}" could not be created (${created.output}). ` +
      'Run npm start as an ordinary user instead, or set DATABASE_URL.',
  )
}

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

/** The directory of the cluster in the data directory of the stack. */
export function clusterDir(dataDir: string): string {
  return join(dataDir, 'postgres')
}

/**
 * Determines how to run the cluster in this data directory.
 *
 * @throws Problem if no user can run it here
 */
export async function findCluster(dataDir: string, durable: boolean): Promise<Cluster> {
  const binaries = findBinaries()
  const account = await findServerAccount(clusterDir(dataDir))
  const closed =
    account !== undefined &&
    ((await isClosedTo(account, dataDir)) || (await isClosedTo(account, binaries.postgres)))
  if (closed && !hasSetpriv()) {
    throw new Problem(
      `PostgreSQL does not run as root, and its user has no access to ${dataDir} or ${binaries.postgres}: ` +
        'move the checkout and DATA_DIR to a directory that all users can read, or run npm start as an ordinary user.',
    )
  }
  return { dataDir, binaries, account, passClosedDirectories: closed, durable }
}

/**
 * Creates the cluster if there is none. It is created in a temporary directory and renamed when it is complete, so a
 * start that is killed leaves no incomplete cluster.
 *
 * @returns the superuser's password
 * @throws Problem if the cluster has another major version, or initdb fails
 */
export async function ensureCluster(cluster: Cluster): Promise<string> {
  const { dataDir, account } = cluster
  const passwordFile = join(dataDir, 'postgres-password')
  const password = readOrCreateSecret(passwordFile)
  const version = await readFile(join(clusterDir(dataDir), 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version?.trim() === postgresMajor) return password
  if (version) throw wrongVersion(clusterDir(dataDir), version.trim())

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
  const { command, args, ...identity } = withParentDeathSignal({
    command: binaries.initdb,
    args: [
      `--pgdata=${directory}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Sorting and case follow rules built into Postgres: they are the same on every system and after its upgrades.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      // pg_trgm still uses the system's locale to recognise letters; with C it skips every Hindi word.
      `--lc-ctype=${process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'}`,
      ...(durable ? [] : ['--no-sync']),
    ],
    parentDeathSignal: 'SIGTERM',
    account,
    passClosedDirectories,
  })
  const created = await run(command, args, { ...identity, env: serverEnvironment(binaries), cwd: '/' })
  if (!created.ok) throw new Problem(`PostgreSQL could not create its cluster:\n${created.output}`)
}

function wrongVersion(directory: string, version: string): Problem {
  return new Problem(
    `${directory} holds a cluster of PostgreSQL ${version}, and this is ${postgresMajor}: ` +
      'move it away, or choose another directory: DATA_DIR=.data-new npm start',
  )
}
