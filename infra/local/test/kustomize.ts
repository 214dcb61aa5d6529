import { join } from 'node:path'
import { findOnPath, run } from '../process/commands.ts'
import { unpackPackages } from './debian-packages.ts'

/** A command that prints the objects of a directory, which is added to it. */
export type Kustomize = [program: string, ...args: string[]]

/**
 * Finds kustomize 5: on the PATH, alone or in a kubectl, else unpacks Debian's package (6 MB). The tests need no cluster: they render
 * manifests.
 *
 * @param log receives one sentence if something is downloaded
 * @throws Problem if there is none and none can be downloaded
 */
export async function ensureKustomize(log: (line: string) => void = () => {}): Promise<Kustomize> {
  const kustomize = findOnPath('kustomize')
  if (kustomize) return [kustomize, 'build']
  const kubectl = findOnPath('kubectl')
  if (kubectl && (await hasKustomize5(kubectl))) return [kubectl, 'kustomize']
  // Debian 12 has none
  const unpacked = await unpackPackages(['kustomize'], log, { otherwiseOf: 'trixie' })
  return [join(unpacked, 'usr/bin/kustomize'), 'build']
}

async function hasKustomize5(kubectl: string): Promise<boolean> {
  const { output } = await run(kubectl, ['version', '--client'])
  return /^Kustomize Version: v5\./m.test(output)
}
