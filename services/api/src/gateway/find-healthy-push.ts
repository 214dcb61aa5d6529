import { type CommonQueryMethods, sql } from 'slonik'

/**
 * A healthy tail passes at least once a second and is reported every 5 s. The limit is far below the 30 s of a stall, so that
 * processes that stall at the same time do not take each other for healthy.
 */
const healthyWithinSeconds = 15

/** Whether changes reach the clients of any API process, by the last heartbeats. */
export function findHealthyPush(db: Pick<CommonQueryMethods, 'exists'>): Promise<boolean> {
  return db.exists(sql.unsafe`
    select from processes
     where service = 'api'
       and seen_at - make_interval(secs => (details -> 'tail' ->> 'silentMs')::double precision / 1000)
           > clock_timestamp() - make_interval(secs => ${healthyWithinSeconds})`)
}
