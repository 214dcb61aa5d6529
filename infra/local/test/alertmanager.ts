import { join } from 'node:path'
import { findOnPath } from '../process/commands.ts'
import { unpackPackages } from './debian-packages.ts'

/** The command that starts Alertmanager, to which its arguments are added, and the full path of amtool. */
export type Alertmanager = { alertmanager: [program: string, ...args: string[]]; amtool: string }

/**
 * Finds Alertmanager: on the PATH, by Debian's name or that of its makers, else unpacks Debian's package (16 MB). Debian's program
 * reads its templates in /usr/share only: unpacked, it runs in a mount namespace with a /usr/share of its own.
 *
 * @param log receives one sentence if something is downloaded
 * @throws Problem if there is none and none can be downloaded
 */
export async function ensureAlertmanager(log: (line: string) => void = () => {}): Promise<Alertmanager> {
  const installed = findOnPath('prometheus-alertmanager', 'alertmanager')
  const amtool = findOnPath('amtool')
  if (installed && amtool) return { alertmanager: [installed], amtool }
  const usr = join(await unpackPackages(['prometheus-alertmanager'], log), 'usr')
  const withOwnShare = 'mount --bind "$1/share" /usr/share && shift && exec "$@"'
  return {
    alertmanager: [
      'unshare',
      // root needs no user namespace, which some machines forbid
      ...(process.getuid?.() === 0 ? [] : ['--map-root-user']),
      ...(['--mount', 'sh', '-c', withOwnShare, 'sh', usr] as const),
      join(usr, 'bin/prometheus-alertmanager'),
    ],
    amtool: join(usr, 'bin/amtool'),
  }
}
