import { setTimeout } from 'node:timers/promises'
import { type Bell, createBell } from '@jaanch/platform/bell'
import { createListener } from '@jaanch/platform/listener'
import type { Log } from '@jaanch/platform/logging'
import { connectionSettings } from '@jaanch/platform/postgres'
import { backoff } from '@jaanch/platform/retry'
import pg from 'pg'
import { feed } from './feed.ts'
import { ensureLiveGeneration, listGenerations } from './generations.ts'

/** One projector writes, any number stand by: the advisory lock tells which. */
const lockKey = 5129204

const pollEvery = 1_000

export type ProjectorOptions = { url: string; log: Log; signal: AbortSignal }

/**
 * Feeds the read tables for ever: waits for the lock, catches up, follows. Lock and writes share one connection, so a
 * projector that lost the one cannot do the other. Any failure drops the connection and begins again.
 */
export async function runProjector({ url, log, signal }: ProjectorOptions): Promise<void> {
  const bell = createBell()
  const listener = createListener({ url, name: 'projector listen', channels: ['log'], log })
  listener.on('log', () => bell.ring())
  signal.addEventListener('abort', () => bell.ring(), { once: true })
  for (let failures = 0; !signal.aborted; ) {
    const began = Date.now()
    try {
      await projectUntilItFails(url, bell, log, signal)
    } catch (error) {
      if (signal.aborted) break
      failures = Date.now() - began > 30_000 ? 1 : failures + 1
      log.error({ err: error }, 'projecting failed, beginning again')
      await setTimeout(backoff(failures, { most: 5_000 }), undefined, { signal }).catch(() => {})
    }
  }
  await listener.close()
}

async function projectUntilItFails(url: string, bell: Bell, log: Log, signal: AbortSignal): Promise<void> {
  const client = new pg.Client(connectionSettings({ url, name: 'projector', statementTimeout: 60_000 }))
  client.on('error', (error) => log.warn({ err: error }, 'the connection broke'))
  const end = () => void client.end().catch(() => {})
  try {
    await client.connect()
    await waitForLock(client, signal)
    if (signal.aborted) return
    log.info('projecting')
    await ensureLiveGeneration(client, signal)
    while (!signal.aborted) {
      let moved = false
      for (const { generation } of await listGenerations(client)) {
        if ((await feed(client, generation)) !== undefined) moved = true
      }
      if (!moved) await bell.wait(pollEvery, signal)
    }
  } finally {
    end()
  }
}

/** Asks again and again rather than blocking in Postgres, so that a standby can be stopped at any moment. */
async function waitForLock(client: pg.Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
      lockKey,
    ])
    if (rows[0]?.held) return
    await setTimeout(500, undefined, { signal }).catch(() => {})
  }
}
