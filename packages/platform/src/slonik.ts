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
  StatementCancelledError,
  StatementTimeoutError,
  stringifyDsn,
  UnexpectedStateError,
} from 'slonik'
import { applicationRole, isTransient, serverSilenceMs } from './postgres.ts'
import { createTimeoutDriver } from './slonik-driver.ts'

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
  transformRow(_context, _query, row) {
    const renamed: typeof row = {}
    for (const column in row) renamed[propertyNameOf(column)] = row[column] as (typeof row)[string]
    return renamed
  },
}

/**
 * The pool for ordinary tables and read tables. No code changes session settings, so connections are not reset: slonik's
 * default, DISCARD ALL after every use, costs a round trip and resets the role of the connection.
 * @param statementTimeout ms, default 10,000
 */
export function createSlonikPool(options: {
  url: string
  name: string
  max?: number
  statementTimeout?: number
}): Promise<DatabasePool> {
  const { statementTimeout = 10_000 } = options
  const dsn = parseDsn(options.url)
  return createPool(
    stringifyDsn({ ...dsn, applicationName: options.name, options: `-c role=${applicationRole}` }),
    {
      resetConnection: async () => {},
      driverFactory: createTimeoutDriver(statementTimeout + serverSilenceMs),
      statementTimeout,
      // a process that freezes with locks held loses them
      idleInTransactionSessionTimeout: 5_000,
      idleTimeout: 60_000,
      maximumPoolSize: options.max ?? 10,
      connectionRetryLimit: 0,
      queryRetryLimit: 2,
      transactionRetryLimit: 2,
      captureStackTrace: false,
      typeParsers,
      interceptors: [camelCaseColumns],
    },
  )
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
    if (isTransient(cause) || lostConnectionErrors.some((kind) => cause instanceof kind)) return true
  }
  return false
}
