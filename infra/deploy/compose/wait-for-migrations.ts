/**
 * Ends when the database has all migrations of this release, and what its consumers want. Pods run it before their service (infra/deploy/k8s), because they start at any
 * time: while a Job migrates, or while Postgres is created.
 */
import { configOfProcess } from '@jaanch/platform/config'
import { waitForMigrations } from '../../local/migrations/wait-for-migrations.ts'

// the first process of a container ignores signals that it does not handle
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(1))

const { databaseUrl } = configOfProcess('databaseUrl')
await waitForMigrations({ databaseUrl, log: console.log })
console.log('The database has all migrations of this release.')
