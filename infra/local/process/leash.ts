/**
 * Servers run in a process group of their own, so that the terminal's Ctrl-C reaches only us and we stop
 * them in order. The price: nothing ends them when we are killed with -9. On Linux `setpriv` (util-linux,
 * on every Debian) buys it back: the kernel sends the server a signal when its parent dies. Elsewhere a
 * server may survive us; the next start on the same data directory ends it.
 */
import { findOnPath } from './find-on-path.ts'

/** A system user, by number. */
export type Account = { uid: number; gid: number }

export type Leash = {
  command: string
  args: string[]
  /** what the kernel sends when we die */
  whenWeDie: NodeJS.Signals
  /** who shall run it; undefined: whoever we are */
  account?: Account | undefined
  /**
   * lets it pass directories that are closed to the account, such as /root. It is the capability
   * dac_override: whoever may command the server may then read and write all files.
   */
  passClosedDirectories?: boolean
}

// Postgres asks access(2) whether its own program may be run, and that call forgets the capabilities of a
// user other than root, unless the secure bit no_setuid_fixup is set.
const PASS_CLOSED_DIRECTORIES = [
  '--securebits=+no_setuid_fixup',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
]

export type Command = { command: string; args: string[]; uid?: number; gid?: number }

/** Whether this system can hold servers on a leash, and let them pass closed directories. */
export function hasLeash(): boolean {
  return process.platform === 'linux' && findOnPath('setpriv') !== undefined
}

/** The command that starts a server on the leash; it becomes the server (same pid), it does not wrap it. */
export function leashed({ command, args, whenWeDie, account, passClosedDirectories }: Leash): Command {
  if (!hasLeash()) return { command, args, ...account }
  const identity = account ? [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'] : []
  const capability = passClosedDirectories ? PASS_CLOSED_DIRECTORIES : []
  const death = `--pdeathsig=${whenWeDie.replace('SIG', '')}`
  return { command: 'setpriv', args: [...identity, ...capability, death, '--', command, ...args] }
}
