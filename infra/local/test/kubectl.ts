import { join } from 'node:path'
import { findOnPath } from '../process/commands.ts'
import { unpackPackages } from './debian-packages.ts'

/**
 * Finds kubectl: on the PATH, else unpacks Debian's package kubernetes-client (8 MB, about 2 s). The tests need no cluster: they
 * render manifests.
 *
 * @param log receives one sentence if something is downloaded
 * @returns its full path
 * @throws Problem if there is none and none can be downloaded
 */
export async function ensureKubectl(log: (line: string) => void = () => {}): Promise<string> {
  const found = findOnPath('kubectl')
  if (found) return found
  return join(await unpackPackages(['kubernetes-client'], log), 'usr/bin/kubectl')
}
