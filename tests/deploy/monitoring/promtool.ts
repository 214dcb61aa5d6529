import { globSync } from 'node:fs'
import { inRepository } from '@jaanch/infra/local/paths'
import { type Outcome, run } from '@jaanch/infra/local/process/commands'
import { ensurePrometheus } from '@jaanch/infra/local/test/programs'

/** The directory of the configuration of Prometheus and Grafana. */
export const monitoring = inRepository('infra', 'deploy', 'monitoring')

/** Runs promtool in infra/deploy/monitoring. @throws Problem if there is no promtool */
export async function promtool(...args: string[]): Promise<Outcome> {
  await ensurePrometheus()
  return run('promtool', args, { cwd: monitoring })
}

/** Files of infra/deploy/monitoring, sorted. @param pattern a glob in it */
export function filesOf(pattern: string): string[] {
  return globSync(pattern, { cwd: monitoring }).sort()
}
