import { hash } from 'node:crypto'
import { createPgDriverFactory } from '@slonik/pg-driver'
import pg from 'pg'
import {
  BackendTerminatedError,
  BackendTerminatedUnexpectedlyError,
  ConnectionError,
  createPool,
  type DatabasePool,
  type DriverTypeParser,
  IdleTransactionTimeoutError,
  type Interceptor,
  parseDsn,
  type QuerySqlToken,
  StatementCancelledError,
  StatementTimeoutError,
  stringifyDsn,
  UnexpectedStateError,
} from 'slonik'
import { BusyError, within } from './deadline.ts'
import { createGate, type Gate } from './gate.ts'
import {
  applicationRole,
  isTransient,
  keptIdleMs,
  type PostgresOptions,
  serverSilenceMs,
} from './postgres.ts'
import { separateTls } from './server-urls.ts'

const typeParsers: DriverTypeParser[] = [
  { name: 'int8', parse: Number },
  { name: 'date', parse: (value) => value },
  { name: 'timestamptz', parse: (value) => new Date(value) },
  { name: 'numeric', parse: Number },
]

const propertyNames = new Map<string, string>()

/** `lab_partner_id` as `labPartnerId`. The names in our queries are few, so the map stays small. */
function propertyNameOf(column: string): string {
  const known = propertyNames.get(column)
  if (known !== undefined) return known
  const name = column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  propertyNames.set(column, name)
  return name
}

/** The only place where column names become property names: rows of slonik queries are camelCase. */
const camelCaseColumns: Interceptor = {
  name: 'camel-case-columns',
  transformRow: (_context, _query, row) => camelCase(row),
}

/** For rows that Postgres returned as JSON: the same names as the rows of slonik queries. */
export function camelCase<Value>(row: Readonly<Record<string, Value>>): Record<string, Value> {
  const renamed: Record<string, Value> = {}
  for (const column in row) renamed[propertyNameOf(column)] = row[column] as Value
  return renamed
}

/**
 * A query that is composed with slonik as a prepared statement of pg: Postgres parses and plans it once per connection.
 * slonik marks parameters as `$slonik_1`, and replaces that by `$1` itself before pg gets a query.
 * @param name identifies the text: one name, one text
 */
export function preparedStatement(
  name: string,
  { sql: text, values }: Pick<QuerySqlToken, 'sql' | 'values'>,
): { name: string; text: string; values: unknown[] } {
  return { name, text: text.replaceAll('$slonik_', '$'), values: [...values] }
}

/** The methods of a pool that take a connection. */
const queryMethods = [
  'any',
  'anyFirst',
  'connect',
  'exists',
  'many',
  'manyFirst',
  'maybeOne',
  'maybeOneFirst',
  'one',
  'oneFirst',
  'query',
  'record',
  'stream',
  'transaction',
] as const satisfies (keyof DatabasePool)[]

/** slonik's own queue for connections has neither a limit nor a deadline: callers wait at the gate instead. */
function withGate(pool: DatabasePool, gate: Gate): DatabasePool {
  const bounded = queryMethods.map((name) => {
    const query = pool[name] as (...args: unknown[]) => Promise<unknown>
    return [name, (...args: unknown[]) => gate.run(() => query(...args))]
  })
  const state = () => ({ ...pool.state(), waitingClients: gate.waiting() })
  return Object.assign(Object.create(pool), Object.fromEntries(bounded), { state })
}

/**
 * The parameters of a URL that slonik ignores and pg does not: `host`, by which it names the directory of a Unix socket, `port`,
 * `user` and `password`. slonik writes a host as it is.
 */
function parametersOf(url: string): { host?: string; port?: number; username?: string; password?: string } {
  const [host, port, username, password] = ['host', 'port', 'user', 'password'].map((name) =>
    new URL(url).searchParams.get(name),
  )
  return {
    ...(host && { host: encodeURIComponent(host) }),
    ...(port && { port: Number(port) }),
    ...(username && { username }),
    ...(password && { password }),
  }
}

/**
 * The pool for ordinary tables and read tables. No code changes session settings, so connections are not reset: slonik's
 * default, DISCARD ALL after every use, costs a round trip and resets the role of the connection. Its queries throw BusyError
 * if there is no connection in time.
 */
export async function createSlonikPool(options: Omit<PostgresOptions, 'asyncCommit'>): Promise<DatabasePool> {
  const { name, max = 10, maxWaiting = 1_000, acquireTimeout = 5_000, statementTimeout = 10_000 } = options
  const { url, tls } = separateTls(options.url)
  const dsn = { ...parseDsn(url), ...parametersOf(url) }
  const pool = await createPool(
    stringifyDsn({ ...dsn, applicationName: name, options: `-c role=${applicationRole}` }),
    {
      resetConnection: async () => {},
      ...(tls && { ssl: tls }),
      driverFactory: createTimeoutDriver(statementTimeout + serverSilenceMs),
      statementTimeout,
      // a process that freezes with locks held loses them
      idleInTransactionSessionTimeout: 5_000,
      connectionTimeout: acquireTimeout,
      idleTimeout: keptIdleMs,
      maximumPoolSize: max,
      connectionRetryLimit: 0,
      queryRetryLimit: 2,
      transactionRetryLimit: 2,
      captureStackTrace: false,
      typeParsers,
      interceptors: [camelCaseColumns],
    },
  )
  return withGate(pool, createGate({ name, capacity: max, maxWaiting, waitMs: acquireTimeout }))
}

/** slonik's errors for a connection that was lost during, before or between queries. */
const lostConnectionErrors = [
  ConnectionError,
  BackendTerminatedError,
  BackendTerminatedUnexpectedlyError,
  IdleTransactionTimeoutError,
  StatementCancelledError,
  StatementTimeoutError,
  UnexpectedStateError,
]

/**
 * Whether an error of slonik or pg means that Postgres is unavailable, or that the same query may succeed a moment later.
 * slonik wraps the driver's errors: the reason is further down the chain of causes.
 */
export function isUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof BusyError || isTransient(cause)) return true
    if (lostConnectionErrors.some((kind) => cause instanceof kind)) return true
  }
  return false
}

type DriverFactory = ReturnType<typeof createPgDriverFactory>
type Driver = Awaited<ReturnType<DriverFactory>>
type DriverClient = Awaited<ReturnType<Driver['createClient']>>

listenToAllClients()

/**
 * slonik's driver asks for the types of columns on a client of its own, whose errors nobody listens to: a server that ended that
 * connection would end the process. The promise that the driver waits for fails too, so nothing is hidden.
 */
function listenToAllClients(): void {
  const { connect } = pg.Client.prototype
  pg.Client.prototype.connect = function (this: pg.Client, ...callback: Parameters<typeof connect>) {
    this.on('error', () => {})
    return connect.apply(this, callback)
  } as typeof connect
}

/**
 * slonik's driver for pg with a client-side timeout. slonik relies on the server to cancel a slow statement; a server that is
 * frozen or unreachable cannot, and the caller would never get an answer. pg's driver asks the server for the types of columns
 * when it is created: that is done for the first connection, so that a pool can be opened while the server is down.
 * @param timeoutMs after which a statement fails and its connection is destroyed
 */
function createTimeoutDriver(timeoutMs: number): DriverFactory {
  const create = createPgDriverFactory()
  return async (configuration) => {
    let opening: Promise<Driver> | undefined
    function open(): Promise<Driver> {
      opening ??= inTime(timeoutMs, create(configuration)).catch((error) => {
        opening = undefined
        throw error
      })
      return opening
    }
    return { createClient: async () => withTimeout(await (await open()).createClient(), timeoutMs) }
  }
}

function inTime<Result>(ms: number, work: Promise<Result>, onTimeout = () => {}): Promise<Result> {
  return within(ms, work, () => {
    onTimeout()
    return new Error('Query read timeout')
  })
}

function withTimeout(client: DriverClient, timeoutMs: number): DriverClient {
  return {
    ...client,
    query(...query) {
      // a late answer must not reach the next user of this connection
      return inTime(timeoutMs, client.query(...query), () => void client.destroy().catch(() => {}))
    },
  }
}

/** The rows of a query that is asked often. */
export type ReadPrepared = <Row>(
  query: Pick<QuerySqlToken, 'sql' | 'values'>,
  /** Fails if there is no answer within this time, ms; default: the pool's */
  timeoutMs?: number,
) => Promise<Row[]>

/**
 * Runs a query as a prepared statement: a page of bookings takes Postgres 0.5 ms to plan and 0.6 ms to read. Names are those of
 * slonik's rows; rows are not validated. For queries of few different texts only, and whose plan does not depend on their values:
 * each connection keeps every one.
 */
export function createReadPrepared(pool: Pick<pg.Pool, 'query'>): ReadPrepared {
  return async <Row>(query: Pick<QuerySqlToken, 'sql' | 'values'>, timeoutMs?: number) => {
    const prepared = preparedStatement(hash('sha256', query.sql, 'base64url'), query)
    const { rows } = await pool.query({ ...prepared, ...(timeoutMs && { query_timeout: timeoutMs }) })
    return rows.map((row) => camelCase(row) as Row)
  }
}
