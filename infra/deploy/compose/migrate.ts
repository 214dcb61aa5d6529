/** Runs before the services start: prepares the database and, with DEMO=1, loads the demo. It can be repeated. */
import { configOfProcess } from '@jaanch/platform/config'
import { loadDemo } from '../../local/demo/load.ts'
import { prepareDatabase } from '../../local/migrations/migrate.ts'
import { orSentence } from '../../local/problem.ts'

// the first process of a container ignores signals that it does not handle; a migration that is cut off is undone, or goes on at the next run
process.once('SIGTERM', () => process.exit(143))

await orSentence(async () => {
  const config = configOfProcess('databaseUrl', 'databaseOwnerUrl')
  await prepareDatabase(config)
  if (!config.demo) return
  const { loaded, removed } = await loadDemo({ databaseUrl: config.databaseOwnerUrl })
  if (removed) console.log('The accounts of the demo were removed.')
  else console.log(loaded ? 'Loaded the demo.' : 'The demo is already loaded.')
})
