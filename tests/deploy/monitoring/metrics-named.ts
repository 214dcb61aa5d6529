import { globSync, readFileSync } from 'node:fs'
import { inRepository } from '@jaanch/infra/local/paths'
import { catalogue, type Metric } from '@jaanch/platform/telemetry/catalogue'

/** Names as Prometheus stores them; those of recording rules contain a colon and are not ours */
const metricName = /(?<![\w:])jaanch_[a-z0-9_]+(?![\w:])/g

/** The metrics that a dashboard or a file of rules names, sorted. @param text JSON or YAML */
export function metricsNamed(text: string): string[] {
  return [...new Set(text.match(metricName))].sort()
}

/** The files of infra/deploy/monitoring with the metrics that they name, by their paths */
export function readMonitoring(): Map<string, string[]> {
  const files = globSync('infra/deploy/monitoring/**/*.{json,yml,yaml}', { cwd: inRepository() })
  return new Map(files.sort().map((file) => [file, metricsNamed(readFileSync(inRepository(file), 'utf8'))]))
}

/** The names under which Prometheus stores a metric of the catalogue. */
function storedNames(name: string, { kind }: Metric): string[] {
  return kind === 'histogram' ? ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`) : [name]
}

/** Metrics that are written to node exporter's directory of text files, by backups and rehearsals of restores */
export const textFileNames: ReadonlySet<string> = new Set([
  'jaanch_backup_last_success_timestamp_seconds',
  'jaanch_restore_rehearsal_last_success_timestamp_seconds',
])

/** All names that our processes export */
export const exportedNames: ReadonlySet<string> = new Set(
  Object.entries<Metric>(catalogue).flatMap(([name, metric]) => storedNames(name, metric)),
)
