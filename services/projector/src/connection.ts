import '@jaanch/booking-stream/streams'
import type { Log } from '@jaanch/platform/logging'
import { connectionSettings } from '@jaanch/platform/postgres'
import pg from 'pg'

/** Half an hour: building an index over all rows or comparing all rows is one statement, ms */
const longStatementMs = 1_800_000

type ConnectOptions = {
  url: string
  /** Shown in pg_stat_activity */
  name: string
  /** A statement that takes longer is cancelled, ms; default: half an hour */
  statementTimeout?: number
  /** See `createPostgresPool` */
  lookups?: boolean
  log?: Log
}

/** Opens one connection outside of a pool. The caller closes it with `disconnect` or `end`. */
export async function connect(options: ConnectOptions): Promise<pg.Client> {
  const { statementTimeout = longStatementMs, log, ...settings } = options
  const client = new pg.Client(connectionSettings({ ...settings, statementTimeout }))
  client.on('error', (error) => log?.warn({ err: error, name: options.name }, 'connection broke'))
  await client.connect()
  return client
}

/** How often Postgres looks whether the process that sent a statement still lives, ms */
const checkClientEveryMs = 1_000

/**
 * A process that is frozen, or whose machine was lost, would hold its advisory locks until TCP gives up, which takes hours.
 * With these settings Postgres ends its session, and another process can take them. The session of a process that was killed ends
 * at once, or within a second while a statement of it runs.
 * @param silenceMs longest time between two statements; statements themselves may take longer
 */
export async function loseLocksWhenSilent(client: pg.Client, silenceMs: number): Promise<void> {
  const settings = ['idle_session_timeout', 'idle_in_transaction_session_timeout', 'tcp_user_timeout']
  for (const setting of settings) await set(client, setting, silenceMs)
  // not every platform of Postgres can look: there, a statement of a killed process runs to its end
  await set(client, 'client_connection_check_interval', checkClientEveryMs).catch(() => {})
}

async function set(client: pg.Client, setting: string, ms: number): Promise<void> {
  await client.query('select set_config($1, $2, false)', [setting, String(ms)])
}

/**
 * For the builder of a generation, ms. It sends statements all the time, or keeps itself awake: while it folds, other
 * connections work for longer (`keepAwake`). Five times as long as the pause of the projector's maintenance after failures.
 */
export const builderSilenceMs = 50_000

/**
 * Sends an empty statement on each connection every few seconds, so that a session that `loseLocksWhenSilent` bounds lasts while
 * its process works elsewhere. A frozen process sends none. Failures are left to the caller's next statement.
 * @returns a function that ends it
 */
export function keepAwake(clients: readonly pg.ClientBase[], everyMs = 5_000): () => Promise<void> {
  const pings = new Map<pg.ClientBase, Promise<unknown>>()
  const timer = setInterval(() => {
    for (const client of clients) {
      // behind a statement that takes long, one is enough
      if (pings.has(client)) continue
      const ping = client.query('').catch(() => {})
      pings.set(client, ping)
      void ping.then(() => pings.delete(client))
    }
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await Promise.all(pings.values())
  }
}

/** Does not wait for the server, which may be unreachable. */
export function disconnect(client: pg.Client): void {
  void client.end().catch(() => {})
}

export type Session<Resource> = {
  /** Runs `work` with the open resource, which it opens if necessary. If `work` fails, the resource is closed. */
  run<Result>(work: (resource: Resource) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** For a loop that works on one connection: the passes share it, and the pass after a failure opens a new one. */
export function createSession<Resource>(
  open: () => Promise<Resource>,
  close: (resource: Resource) => void | Promise<void>,
): Session<Resource> {
  let current: Resource | undefined

  async function closeCurrent(): Promise<void> {
    const closing = current
    current = undefined
    if (closing !== undefined) await close(closing)
  }

  return {
    async run(work) {
      current ??= await open()
      try {
        return await work(current)
      } catch (error) {
        await closeCurrent()
        throw error
      }
    },
    close: closeCurrent,
  }
}
