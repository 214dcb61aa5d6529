import { join } from 'node:path'
import { findOnPath } from '../process/commands.ts'
import { unpackDebianPackage } from './debian-package.ts'

/** Full paths of the programs of Prometheus. */
export type Prometheus = { prometheus: string; promtool: string }

/**
 * Finds Prometheus: on the PATH, else unpacks Debian's package (20 MB, about 3 s).
 *
 * @param log receives one sentence if something is downloaded
 * @throws Problem if there is none and none can be downloaded
 */
export async function ensurePrometheus(log: (line: string) => void = () => {}): Promise<Prometheus> {
  const prometheus = findOnPath('prometheus')
  const promtool = findOnPath('promtool')
  if (prometheus && promtool) return { prometheus, promtool }
  const unpacked = await unpackDebianPackage('prometheus', log)
  return { prometheus: join(unpacked, 'usr/bin/prometheus'), promtool: join(unpacked, 'usr/bin/promtool') }
}
