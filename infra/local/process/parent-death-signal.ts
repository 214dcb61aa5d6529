/**
 * Servers run in their own process group, so that a Ctrl-C in the terminal reaches only us and we stop them in order.
 * Nothing would end them if we are killed with -9. On Linux `setpriv` (util-linux, on every Debian) solves this: the
 * kernel sends the server a signal when its parent dies. On macOS a server may outlive us; the next start on the same
 * data directory ends it.
 */
import { findOnPath } from './commands.ts'

/** A system user, by number. */
export type Account = { uid: number; gid: number }

type ServerCommand = {
  command: string
  args: string[]
  parentDeathSignal: NodeJS.Signals
  /** the user that runs it; default: our own user */
  account?: Account | undefined
  /**
   * Allows access to directories that are closed to the account, such as /root. This is the capability dac_override:
   * a user who can command the server can then read and write all files.
   */
  passClosedDirectories?: boolean
}

// Postgres checks with access(2) that its own program can be run. That call ignores the capabilities of a user other
// than root, unless the secure bit no_setuid_fixup is set.
const PASS_CLOSED_DIRECTORIES = [
  '--securebits=+no_setuid_fixup',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
]

/** Whether this system supports a parent-death signal and access to closed directories. */
export function hasSetpriv(): boolean {
  return process.platform === 'linux' && findOnPath('setpriv') !== undefined
}

/** The command that starts a server with a parent-death signal. It becomes the server (same pid). */
export function withParentDeathSignal({
  command,
  args,
  parentDeathSignal,
  account,
  passClosedDirectories,
}: ServerCommand): { command: string; args: string[]; uid?: number; gid?: number } {
  if (!hasSetpriv()) return { command, args, ...account }
  const identity = account ? [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'] : []
  const capability = passClosedDirectories ? PASS_CLOSED_DIRECTORIES : []
  const signal = `--pdeathsig=${parentDeathSignal.replace('SIG', '')}`
  return { command: 'setpriv', args: [...identity, ...capability, signal, '--', command, ...args] }
}
