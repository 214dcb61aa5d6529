import { aliveSeconds } from '@jaanch/platform/heartbeat'
import type pg from 'pg'

/** Whether a process of an older release runs: its projector would stop at events that it does not know. */
export async function isOlderReleaseRunning(pool: pg.Pool, modelVersion: number): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'older-release',
    text: `select from processes where model_version < $1 and seen_at > clock_timestamp() - make_interval(secs => $2) limit 1`,
    values: [modelVersion, aliveSeconds],
  })
  return rowCount !== 0
}
