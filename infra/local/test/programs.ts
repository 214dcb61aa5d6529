/** Programs that the tests need on the machine. */

import { findOnPath, run } from '../process/commands.ts'
import { ensureProgram } from '../process/install-program.ts'
import { ensureRedis } from '../redis.ts'

type Log = (line: string) => void

/** A command that prints the objects of a directory, which is added to it. */
export type Kustomize = [program: string, ...args: string[]]

export const ensurePrometheus = (log?: Log) =>
  ensureProgram({ names: ['prometheus'], debian: 'prometheus' }, log)

export const ensureAlertmanager = (log?: Log) =>
  ensureProgram(
    { names: ['prometheus-alertmanager', 'alertmanager'], debian: 'prometheus-alertmanager' },
    log,
  )

export const ensureAmtool = (log?: Log) =>
  ensureProgram({ names: ['amtool'], debian: 'prometheus-alertmanager' }, log)

export const ensurePgBouncer = (log?: Log) =>
  ensureProgram({ names: ['pgbouncer'], debian: 'pgbouncer' }, log)

export const ensureNginx = (log?: Log) => ensureProgram({ names: ['nginx'], debian: 'nginx' }, log)

/** Finds kustomize 5, alone or in a kubectl. The tests need no cluster: they render manifests. */
export async function ensureKustomize(log?: Log): Promise<Kustomize> {
  const kubectl = findOnPath('kubectl')
  const { output } = kubectl ? await run(kubectl, ['version', '--client']) : { output: '' }
  if (kubectl && /^Kustomize Version: v5\./m.test(output)) return [kubectl, 'kustomize']
  // Debian 12 has none
  return [await ensureProgram({ names: ['kustomize'], debian: 'kustomize', release: 'trixie' }, log), 'build']
}

/** Installs one after another, because apt does. @throws Problem without Redis or curl, which many tests need */
export async function ensurePrograms(log: Log): Promise<void> {
  await ensureRedis(log)
  await ensureProgram({ names: ['curl'], debian: 'curl' }, log)
  // without them, the tests that need them fail and say why, or are skipped; all others run
  const clamd = () => ensureProgram({ names: ['clamd'], debian: 'clamav-daemon' }, log)
  for (const ensure of [clamd, ensurePrometheus, ensureAlertmanager, ensurePgBouncer, ensureKustomize])
    await ensure(log).catch(() => {})
}
