import { AppError } from '@jaanch/contracts/errors'
import { isOlderReleaseRunning } from '@jaanch/storage/older-release'
import type pg from 'pg'

/**
 * Refuses a command whose events the release before does not know, while a process of it runs: its projector would stop at them, and
 * its readers with it.
 * @throws AppError updating
 */
export async function refuseBesideOlderRelease({
  logDb,
  modelVersion,
}: {
  logDb: pg.Pool
  modelVersion: number
}): Promise<void> {
  if (await isOlderReleaseRunning(logDb, modelVersion)) throw new AppError('updating')
}
