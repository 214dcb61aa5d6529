/**
 * `npm run check:change`: compares this checkout, with what is not committed, with the last release, and says what each change needs:
 * a model version, a migration, a line for operators, or nothing. Options: `--since <commit, branch or tag>`; `--json`; `--strict`
 * fails where nothing can be compared; `--no-fingerprint` starts no Postgres, and believes packages/contracts/src/model-version.ts.
 *
 * Exit codes: 0 nothing is missing, or there is nothing to compare with; 1 something is missing; 2 unknown option or commit.
 */
import { parseArgs } from 'node:util'
import { repository } from '@jaanch/infra/local/paths'
import { checkChange } from './check-change.ts'
import { computeFingerprint } from './compute-fingerprint.ts'
import { describeChange, missingIn } from './describe-change.ts'

const options = {
  since: { type: 'string' },
  json: { type: 'boolean', default: false },
  strict: { type: 'boolean', default: false },
  fingerprint: { type: 'boolean', default: true },
} as const

function readOptions() {
  try {
    return parseArgs({ options, allowNegative: true }).values
  } catch (error) {
    console.error((error as Error).message)
    process.exit(2)
  }
}

const { since, json, strict, fingerprint: isComputed } = readOptions()

/** @returns undefined, with a sentence on stderr, where no Postgres can be started */
async function tryToComputeFingerprint(): Promise<string | undefined> {
  try {
    return await computeFingerprint()
  } catch (error) {
    console.error(
      `The read tables could not be made, so model-version.ts is believed: ${(error as Error).message.split('\n')[0]}`,
    )
    if (strict) process.exitCode = 1
    return undefined
  }
}

const fingerprint = isComputed ? tryToComputeFingerprint : undefined
const change = await checkChange({ repository, since, fingerprint })
if ('findings' in change) {
  console.log(
    json ? JSON.stringify({ ...change, missing: missingIn(change) }, null, 2) : describeChange(change),
  )
  if (missingIn(change).length > 0 || (strict && change.notCompared.length > 0)) process.exitCode = 1
} else {
  if (json) console.log(JSON.stringify({ base: null, why: change.why }, null, 2))
  console.error(`Nothing was compared. ${change.why}`)
  if (change.isMistake) process.exitCode = 2
  else if (strict) process.exitCode = 1
}
