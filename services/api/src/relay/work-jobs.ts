import type { WorkJob } from '@jaanch/eventlog/work/jobs'

/** A worker leases about this many rows at once: further rows wake further workers, of at most `maxJobs` processes. */
const rowsPerJob = 200
const maxJobs = 8

/** What one consumer got by a pass: the cursor before, by how many events it advanced, and the work rows written. */
type Relayed = { consumer: string; cursor: number; events: number; rows: number }

/**
 * The jobs that wake the workers. Each says for whom there is work and up to which position. A job that waits already is
 * enough; one that arrives while it is being taken is added again afterwards.
 */
export function workJobs(relayed: readonly Relayed[]) {
  const written = relayed.filter(({ rows }) => rows > 0)
  const rows = written.reduce((sum, batch) => sum + batch.rows, 0)
  const data: WorkJob = {
    consumers: written.map(({ consumer }) => consumer),
    upto: Math.max(...written.map(({ cursor, events }) => cursor + events)),
  }
  return Array.from({ length: Math.min(maxJobs, Math.ceil(rows / rowsPerJob)) }, (_, n) => ({
    name: data.consumers.join(', '),
    data,
    options: { deduplication: { id: `work ${n}`, keepLastIfActive: true } },
  }))
}
