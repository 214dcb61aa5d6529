import { createPool, type DatabasePool, type DriverTypeParser, parseDsn, stringifyDsn } from 'slonik'
import { applicationRole, serverSilenceMs } from './postgres.ts'
import { createTimeoutDriver } from './slonik-driver.ts'

const typeParsers: DriverTypeParser[] = [
  { name: 'int8', parse: Number },
  { name: 'date', parse: (value) => value },
  { name: 'timestamptz', parse: (value) => new Date(value) },
  { name: 'numeric', parse: Number },
]

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
    },
  )
}
