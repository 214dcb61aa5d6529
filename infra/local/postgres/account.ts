import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Problem } from '../problem.ts'
import type { Account } from '../process/leash.ts'
import { run } from '../process/run.ts'

const USER = 'jaanch'

/**
 * Postgres refuses to run as root; then it runs as the owner of its cluster, and a new cluster belongs to
 * the system user `jaanch`, made here when it is missing.
 *
 * @returns undefined when we are not root: then it runs as ourselves
 * @throws Problem when the user can not be made
 */
export async function serverAccount(clusterDir: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(clusterDir).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return (await lookUp()) ?? (await create())
}

/**
 * Whether the account may not reach the path: the path, or a directory above it, lacks the x that counts
 * for it. (Access lists are not considered: they only make this answer more careful than need be.)
 */
export async function isClosedTo(account: Account, path: string): Promise<boolean> {
  const { uid, gid, mode } = await stat(path)
  const x = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  if ((mode & x) === 0) return true
  const parent = dirname(path)
  return parent === path ? false : isClosedTo(account, parent)
}

async function lookUp(): Promise<Account | undefined> {
  const [uid, gid] = await Promise.all([run('id', ['-u', USER]), run('id', ['-g', USER])])
  return uid.ok && gid.ok ? { uid: Number(uid.output), gid: Number(gid.output) } : undefined
}

async function create(): Promise<Account> {
  const nowhere = ['--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin']
  const made = await run('useradd', ['--system', '--user-group', ...nowhere, USER])
  // Looked up again even when it failed: another stack may have made it at the same moment.
  const account = await lookUp()
  if (account) return account
  throw new Problem(
    `PostgreSQL does not run as root, and the user "${USER}" could not be made (${made.output}). ` +
      'Run npm start as an ordinary user instead, or set DATABASE_URL.',
  )
}
