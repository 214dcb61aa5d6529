import { type Finding, type IsExplained, needsAll, needsLine } from './finding.ts'
import type { ReadTables } from './snapshot.ts'

const file = 'packages/contracts/src/model-version.ts'

/** @param computed the fingerprint that the newer code has; undefined if it was not computed */
export function compareReadTables(
  older: ReadTables,
  newer: ReadTables,
  computed: string | undefined,
  isExplained: IsExplained,
): Finding[] {
  const isDifferent = newer.fingerprint !== older.fingerprint || newer.definition !== older.definition
  const wrong = computed !== undefined && computed !== newer.fingerprint
  const version = newer.version > older.version
  const problem = wrong
    ? `in ${file} set modelFingerprint to '${computed}'${version ? '' : `, and modelVersion to ${older.version + 1}`}`
    : undefined
  if (newer.version < older.version) {
    const change = `The model version is ${newer.version}; it was ${older.version}.`
    const missing = `in ${file} set modelVersion to ${older.version + 1} or more: a number is never used for two shapes`
    return [finding(change, { needs: 'a higher model version', missing })]
  }
  if (version) {
    const same =
      isDifferent || wrong ? '' : ', although the tables are the same: each upgrade fills them again'
    const change = `The model version is ${newer.version}; it was ${older.version}${same}.`
    const number = { needs: 'the model version that it has', missing: problem }
    return [finding(change, needsAll(number, needsLine(`model version ${newer.version}`, isExplained)))]
  }
  if (isDifferent || wrong) {
    const missing = problem ?? `in ${file} set modelVersion to ${older.version + 1}`
    const change = `The read tables changed, and the model version is still ${older.version}.`
    return [finding(change, { needs: 'a new model version', missing })]
  }
  return []
}

function finding(change: string, needs: Pick<Finding, 'needs' | 'missing'>): Finding {
  return { area: 'read tables', change, ...needs, level: 'minor' }
}
