import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Problem } from '../problem.ts'
import { run } from '../process/commands.ts'
import type { Account } from '../process/parent-death-signal.ts'

const USER = 'jaanch'

/**
 * The user that runs Postgres, which refuses to run as root. If we are root, this is the owner of the cluster; for a
 * new cluster it is the system user `jaanch`, which is created if it is missing.
 *
 * @returns undefined if we are not root: Postgres then runs as our own user
 * @throws Problem if the user cannot be created
 */
export async function findServerAccount(clusterDir: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(clusterDir).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return (await findAccount()) ?? (await createAccount())
}

/**
 * Whether the account has no access to the path: the path or a directory above it lacks the x bit for this account.
 * (ACLs are ignored: they can only make a path accessible that this function reports as closed.)
 */
export async function isClosedTo(account: Account, path: string): Promise<boolean> {
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
