import { createPool, type DatabasePool, type DriverTypeParser, parseDsn, stringifyDsn } from 'slonik'
import { applicationRole, silence } from './postgres.ts'
import { patientDriver } from './slonik-driver.ts'

const typeParsers: DriverTypeParser[] = [
  { name: 'int8', parse: Number },
  { name: 'date', parse: (value) => value },
  { name: 'timestamptz', parse: (value) => new Date(value) },
  { name: 'numeric', parse: Number },
]

/**
 * The pool for ordinary tables and read tables.
 * Its default reset, DISCARD ALL after every use, costs a round trip and forgets the role that the connection acts as:
 * nothing here changes a session's settings, so nothing is reset. @param statementTimeout ms
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
      driverFactory: patientDriver(statementTimeout + silence),
      statementTimeout,
      // between log.append and the commit nobody else can append: a process that freezes there must not hold up all
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
