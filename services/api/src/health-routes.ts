import { AppError } from '@jaanch/contracts/errors'
import { healthCalls } from '@jaanch/operations/health-api'
import { serveRead } from '@jaanch/platform/http/served'
import type { ReadBarrier } from '@jaanch/platform/reads/barrier'
import { type CommonQueryMethods, sql } from 'slonik'
import type { PushHealth } from './gateway/push-health.ts'

/**
 * A healthy tail passes at least once a second and is reported every 5 s. The limit is far below the 30 s of a stall, so that
 * processes that stall at the same time do not take each other for healthy.
 */
const healthyWithinSeconds = 15

/** Whether changes reach the clients of any API process, by the last heartbeats. */
function findHealthyPush(db: Pick<CommonQueryMethods, 'exists'>): Promise<boolean> {
  return db.exists(sql.unsafe`
    select from processes
     where service = 'api'
       and seen_at - make_interval(secs => (details -> 'tail' ->> 'silentMs')::double precision / 1000)
           > clock_timestamp() - make_interval(secs => ${healthyWithinSeconds})`)
}

type Parts = {
  accountsDb: Pick<CommonQueryMethods, 'exists'>
  barrier: Pick<ReadBarrier, 'readView'>
  pushHealth: Pick<PushHealth, 'isStalled'>
  stopping: AbortSignal
}

/** @returns whether a load balancer should send requests to this process: if not, it throws AppError unavailable */
export function createReadyCheck({ accountsDb, barrier, pushHealth, stopping }: Parts): () => Promise<void> {
  let finding: Promise<boolean> | undefined

  /** Shared by all requests that arrive meanwhile: anyone may ask. */
  function isPushedElsewhere(): Promise<boolean> {
    finding ??= findHealthyPush(accountsDb)
      .catch(() => false)
      .finally(() => {
        finding = undefined
      })
    return finding
  }

  return async () => {
    if (stopping.aborted) throw new AppError('unavailable', 'This process is stopping.')
    await barrier.readView().catch((cause) => {
      throw new AppError('unavailable', undefined, { cause })
    })
    // its lists are up to date, but its clients see no changes: a load balancer prefers a process whose clients do. If there is
    // none, to leave this one too would also take lists, commands and logins away
    if (pushHealth.isStalled() && (await isPushedElsewhere())) throw new AppError('unavailable')
  }
}

export const healthRoutes = [
  serveRead(healthCalls.health, async (_, { release }) => ({
    status: 'ok' as const,
    ...release,
  })),
  serveRead(healthCalls.ready, async (_, { checkReady }) => {
    await checkReady()
    return { status: 'ok' as const }
  }),
]
