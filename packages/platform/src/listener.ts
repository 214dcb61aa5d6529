import pg from 'pg'
import type { Log } from './logging.ts'
import { connectionSettings } from './postgres.ts'

export type Listener = {
  /** Calls back on each notification of the channel, and with an empty payload after every reconnect (some may be lost). */
  on(channel: string, callback: (payload: string) => void): () => void
  close(): Promise<void>
}

const maxPauseMs = 5_000
/** A connection that only receives does not notice that its server is gone without a word: it asks, and expects an answer */
const checkEveryMs = 5_000
const answerWithinMs = 3_000
const check: pg.QueryConfig & { query_timeout: number } = { text: 'select', query_timeout: answerWithinMs }

/**
 * LISTEN on a dedicated connection that reconnects automatically. Notifications are hints and can be lost: every waiting
 * loop also polls.
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
  let isListening = false
  let closed = false
  let pauseMs = 100
  let timer: NodeJS.Timeout | undefined

  function notifyAll(): void {
    for (const set of callbacks.values()) for (const callback of set) callback('')
  }

  function reconnect(dead: pg.Client): void {
    if (closed || dead !== client) return
    client = undefined
    isListening = false
    dead.end().catch(() => {})
    timer = setTimeout(connect, pauseMs)
    pauseMs = Math.min(pauseMs * 2, maxPauseMs)
  }

  async function connect(): Promise<void> {
    const fresh = new pg.Client(connectionSettings({ url: options.url, name: options.name }))
    client = fresh
    fresh.on('error', () => reconnect(fresh))
    fresh.on('end', () => reconnect(fresh))
    fresh.on('notification', ({ channel, payload }) => {
      for (const callback of callbacks.get(channel) ?? []) callback(payload ?? '')
    })
    try {
      await fresh.connect()
      await fresh.query(options.channels.map((name) => `listen ${pg.escapeIdentifier(name)}`).join(';'))
      isListening = true
      pauseMs = 100
      notifyAll()
    } catch (error) {
      options.log.warn({ err: error }, 'waiting for Postgres to listen')
      reconnect(fresh)
    }
  }

  const checking = setInterval(() => {
    const checked = isListening ? client : undefined
    checked?.query(check).catch(() => reconnect(checked))
  }, checkEveryMs)
  checking.unref()
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
      clearInterval(checking)
      await client?.end().catch(() => {})
    },
  }
}
