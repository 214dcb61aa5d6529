/** `npm run reset`: deletes what `npm start` stored, after it has shown it and asked. Its options are those of bootstrap/options.mjs. */
import { readOptions } from './bootstrap/options.mjs'
import { lockDataDir } from './data-dir.ts'
import { orSentence, Problem } from './problem.ts'
import { confirm } from './reset/confirm.ts'
import { deleteContents } from './reset/delete-contents.ts'
import { describeContents, sizeOf } from './reset/describe-contents.ts'
import { findOwnContents } from './reset/own-contents.ts'
import { loadLocalConfig } from './start/local-config.ts'

await orSentence(async () => {
  const options = readOptions('reset', process.argv.slice(2))
  if ('problem' in options) throw new Problem(options.problem)
  if (options.help) return console.log(options.help)
  const { dataDir, databaseOwnerUrl } = loadLocalConfig(process.env)
  const names = findOwnContents(dataDir)
  if (names.length === 0)
    return console.log(`There is nothing to reset: no stack has stored anything in ${dataDir}.`)
  const unlock = lockDataDir(dataDir)
  try {
    if (databaseOwnerUrl) console.log('The database of DATABASE_URL is not deleted.')
    if (!options.yes) {
      console.log(await describeContents(dataDir, names))
      if (!(await confirm('Delete all of this? Type yes: '))) throw new Problem('Nothing was deleted.')
    }
    const megabytes = Math.ceil(sizeOf(dataDir) / 1_000_000)
    await deleteContents(dataDir, names)
    console.log(`Deleted ${megabytes} MB in ${dataDir}. The next npm start begins anew.`)
  } finally {
    unlock()
  }
})
