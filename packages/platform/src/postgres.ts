import pg from 'pg'
import { BusyError, waitAtMost } from './deadline.ts'
import type { Log } from './logging.ts'

const int8 = 20
const date = 1082

/** bigint as number (positions and paise stay far below 2^53), date as text YYYY-MM-DD (Date would shift it by the time zone). */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === int8) return Number
    if (oid === date) return (value: string) => value
    return pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig

/** The role of the services: it can append to the log but not change it. */
export const applicationRole = 'jaanch_app'

export type PostgresOptions = {
  url: string
  /** Shown in pg_stat_activity */
  name: string
  /** Maximum number of connections, default 10 */
  max?: number
  /** Callers that may wait for a connection of the pool; further ones are refused at once. Default: any number */
  maxWaiting?: number
  /**
   * How long a caller waits for a connection, at most until its deadline, and how long a new one may take, ms; default: what the URL
   * says in `connect_timeout` (seconds, as libpq reads it), or 5,000
   */
  acquireTimeout?: number
  /** A statement that takes longer is cancelled, ms; default 10,000 */
  statementTimeout?: number
  /**
   * Commits without waiting for the disk (synchronous_commit = off). Only for writes that are repeated when a crash of
   * Postgres loses the last ones; a later commit never survives an earlier one.
   */
  asyncCommit?: boolean
  /**
   * For connections whose statements look few rows up by their keys. A prepared statement is planned once and not for each
   * execution, and reads by indexes alone. Otherwise the planner expects 100 rows from a list of one and reads a whole table to
   * hash it (1.3 ms instead of 0.1 for a pass of the tail over 5,000 bookings), and a plan that was made while a table was empty
   * reads all of it later.
   */
  lookups?: boolean
}

/** How long a connection that nobody uses is kept, ms. Those that a burst needed serve the next one too. */
export const keptIdleMs = 60_000

/** Time after a statement's timeout until a server that does not answer counts as lost, ms */
export const serverSilenceMs = 5_000

const lookupSettings = [
  '-c plan_cache_mode=force_generic_plan',
  ...['hashjoin', 'mergejoin', 'seqscan', 'material'].map((node) => `-c enable_${node}=off`),
]

function connectTimeoutOf(url: string): number {
  return Number(new URL(url).searchParams.get('connect_timeout')) * 1_000 || 5_000
}

/** Settings for pg.Client and pg.Pool. */
export function connectionSettings(options: PostgresOptions): pg.PoolConfig {
  const { statementTimeout = 10_000 } = options
  return {
    connectionString: options.url,
    application_name: options.name,
    options: [
      `-c role=${applicationRole}`,
      ...(options.asyncCommit ? ['-c synchronous_commit=off'] : []),
      ...(options.lookups ? lookupSettings : []),
    ].join(' '),
    max: options.max ?? 10,
    connectionTimeoutMillis: options.acquireTimeout ?? connectTimeoutOf(options.url),
    // a new connection costs Postgres tens of milliseconds: it starts a process, which reads the catalogue of the tables again
    idleTimeoutMillis: keptIdleMs,
    statement_timeout: statementTimeout,
    // a server that is frozen or unreachable cannot cancel the statement: the client gives up
    query_timeout: statementTimeout + serverSilenceMs,
    // a process that freezes inside a transaction loses its locks
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    types,
  }
}

/** A pool whose queue for connections is bounded: beyond it, callers get a BusyError at once. No caller waits beyond its deadline. */
class BoundedPool extends pg.Pool {
  readonly #maxWaiting: number

  constructor(settings: pg.PoolConfig, maxWaiting: number) {
    super(settings)
    this.#maxWaiting = maxWaiting
  }

  // pool.query calls it with a callback
  override connect(...args: unknown[]): Promise<pg.PoolClient> {
    const connect = super.connect.bind(this) as (...args: unknown[]) => Promise<pg.PoolClient>
    if (this.waitingCount < this.#maxWaiting || this.idleCount > 0) {
      // pg reads it while it is called
      const { connectionTimeoutMillis = 0 } = this.options
      this.options.connectionTimeoutMillis = waitAtMost(connectionTimeoutMillis)
      try {
        return connect(...args)
      } finally {
        this.options.connectionTimeoutMillis = connectionTimeoutMillis
      }
    }
    const error = new BusyError(`${this.options.application_name}: ${this.waitingCount} are waiting`)
    const [callback] = args
    if (typeof callback !== 'function') return Promise.reject(error)
    callback(error)
    return Promise.resolve() as never
  }
}

export function createPostgresPool(options: PostgresOptions): pg.Pool {
  const pool = new BoundedPool(connectionSettings(options), options.maxWaiting ?? Number.POSITIVE_INFINITY)
  // the pool replaces an idle connection that breaks; without a listener the error would end the process
  pool.on('error', () => {})
  // between the moment a connection is made and its owner's first statement, nobody else listens to it
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Runs `work` in a transaction on a connection of the pool. Commits its result; rolls back and rethrows its error. */
export function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
  begin = 'begin',
): Promise<Result> {
  return withConnection(pool, (client, onBroken) =>
    runTransaction(client, () => work(client), begin, onBroken),
  )
}

/** The same on a connection that the caller holds and keeps open, for example because of its session's locks. */
export function transactionOn<Result>(client: pg.ClientBase, work: () => Promise<Result>): Promise<Result> {
  return runTransaction(client, work, 'begin', () => {})
}

async function runTransaction<Result>(
  client: pg.ClientBase,
  work: () => Promise<Result>,
  begin: string,
  onBroken: (error: Error) => void,
): Promise<Result> {
  return orRollBack(client, onBroken, async () => {
    await client.query(begin)
    const result = await work()
    await client.query('commit')
    return result
  })
}

/**
 * For a transaction whose begin and commit are parts of other statements: `work` sends both. If it fails, the transaction is
 * rolled back and the error rethrown.
 */
export function inOwnTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  return withConnection(pool, (client, onBroken) => orRollBack(client, onBroken, () => work(client)))
}

async function orRollBack<Result>(
  client: pg.ClientBase,
  onBroken: (error: Error) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    // a server that is silent or gone does not answer a rollback either: the connection is given up
    if (isTransient(error) && !(error instanceof pg.DatabaseError)) onBroken(error as Error)
    else await client.query('rollback').catch(onBroken)
    throw error
  }
}

/** Runs `use` on a connection of the pool, which is closed afterwards if it broke. @param use `onBroken`: says so */
export async function withConnection<Result>(
  pool: pg.Pool,
  use: (client: pg.PoolClient, onBroken: (error: Error) => void) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  // a connection that breaks while checked out emits an error here and also rejects the query
  const onBroken = (error: Error) => {
    broken = error
  }
  client.on('error', onBroken)
  try {
    return await use(client, onBroken)
  } finally {
    client.off('error', onBroken)
    client.release(broken)
  }
}

/** Whether a statement did not get a lock: it was not free within `lock_timeout` (55P03), or waiting for it was a deadlock (40P01). */
export function isLockError(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return code === '55P03' || code === '40P01'
}

/**
 * Whether the same statement may succeed a moment later: the connection was lost, or the server is stopping, starting or
 * out of resources, or this process was held up in a transaction. (SQLSTATE classes 08, 40, 53, 57, the codes 55P03, 25006 and 25P03,
 * and socket errors.)
 */
export function isTransient(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown }
  // looks like an SQLSTATE
  if (code === 'EPIPE') return true
  // a Unix socket is not there while the server is down
  if (code === 'ENOENT') return syscall === 'connect'
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code))
    return /^(08|40|53|57|55P03|25006|25P03)/.test(code)
  if (typeof code === 'string') return /^(ECONN|ETIMEDOUT|ENOTFOUND|EAI_|EHOST)/.test(code)
  return (
    error instanceof Error &&
    /connection terminated|timeout (exceeded )?when trying to connect|timeout expired|query read timeout|not queryable|client has encountered a connection error|client was closed/i.test(
      error.message,
    )
  )
}

/** Connects for the time of the work. */
export async function withClient<Result>(
  to: string | pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(typeof to === 'string' ? { connectionString: to } : to)
  // a connection that breaks also rejects its statement: without a listener, the process would end
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

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
