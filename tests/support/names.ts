/** The migrated database that each test database is copied from. */
export const templateDatabase = 'jaanch_template'

/** The label of the containers of one run. */
export const runLabel = 'jaanch.tests.run'

/** The name of the services' login on the servers of the tests, which other runs may use at the same time. */
export const servicePassword = 'the services of the tests'

export type Servers = { kind: string; databaseUrl: string; redisUrl: string; stop(): Promise<void> }
