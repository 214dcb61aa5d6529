/** Runs before the services start: the migrations and, with DEMO=1, the demo. It can be repeated. */
import { loadConfig, required } from '@jaanch/platform/config'
import { loadDemo } from '../demo/load.ts'
import { migrate } from '../migrations/migrate.ts'

const config = loadConfig(process.env)
const databaseUrl = required(config, 'databaseUrl')

const names = await migrate(databaseUrl)
console.log(names.length > 0 ? `Migrated: ${names.join(', ')}` : 'The database is up to date.')

if (config.demo) {
  const { loaded } = await loadDemo({ databaseUrl })
  console.log(loaded ? 'Loaded the demo.' : 'The demo is already loaded.')
}
