import pg from 'pg'
import type { Log } from './logging.ts'
import { connectionSettings } from './postgres.ts'

export type Listener = {
  /** Calls back on each notification of the channel, and after every reconnect (some may have been missed). */
  on(channel: string, callback: (payload: string) => void): () => void
  close(): Promise<void>
}

const longestPause = 5_000

/**
 * LISTEN on one connection of its own, which comes back by itself. A notification is a hint and never the guarantee:
 * whoever waits for one polls slowly as well.
 */
export function createListener(options: {
  url: string
  name: string
  channels: string[]
  log: Log
}): Listener {
  const callbacks = new Map<string, Set<(payload: string) => void>>(
    options.channels.map((name) => [name, new Set()]),
  )
  let client: pg.Client | undefined
  let closed = false
  let pause = 100
  let timer: NodeJS.Timeout | undefined

  function wakeAll(): void {
    for (const set of callbacks.values()) for (const callback of set) callback('')
  }

  function again(dead: pg.Client): void {
    if (closed || dead !== client) return
    client = undefined
    dead.end().catch(() => {})
    timer = setTimeout(connect, pause)
    pause = Math.min(pause * 2, longestPause)
  }

  async function connect(): Promise<void> {
    const fresh = new pg.Client(connectionSettings({ url: options.url, name: options.name }))
    client = fresh
    fresh.on('error', () => again(fresh))
    fresh.on('end', () => again(fresh))
    fresh.on('notification', ({ channel, payload }) => {
      for (const callback of callbacks.get(channel) ?? []) callback(payload ?? '')
    })
    try {
      await fresh.connect()
      await fresh.query(options.channels.map((name) => `listen ${pg.escapeIdentifier(name)}`).join(';'))
      pause = 100
      wakeAll()
    } catch (error) {
      options.log.warn({ err: error }, 'waiting for Postgres to listen')
      again(fresh)
    }
  }

  void connect()

  return {
    on(channel, callback) {
      const set = callbacks.get(channel)
      if (!set) throw new Error(`This listener does not listen to ${channel}`)
      set.add(callback)
      return () => set.delete(callback)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
