/**
 * `npm run check:supply`: writes the software bill of materials of a production installation (CycloneDX) to
 * test-results/sbom.cdx.json, and checks it, the install scripts and, where the registry answers, known vulnerabilities.
 * Exits with 1 and one line per problem.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { makeBom, readFromNpm } from '@jaanch/infra/image/bill-of-materials'
import type { LockFile } from '@jaanch/infra/image/lock-file'
import { inRepository } from '@jaanch/infra/local/paths'
import { type Audit, findUnlisted, findUnlistedScripts, findVulnerabilities } from './findings.ts'

const lock: LockFile = JSON.parse(readFileSync(inRepository('package-lock.json'), 'utf8'))
const { allowScripts } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8'))

const bom = await makeBom(inRepository())
const file = inRepository('test-results', 'sbom.cdx.json')
mkdirSync(inRepository('test-results'), { recursive: true })
writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`)

const vulnerabilities = findVulnerabilities(await audit())
if (!vulnerabilities)
  console.log('The registry does not answer npm audit: known vulnerabilities were NOT checked.')
const problems = [
  ...findUnlisted(lock, bom),
  ...findUnlistedScripts(lock, allowScripts),
  ...(vulnerabilities ?? []),
]
for (const problem of problems) console.error(problem)
console.log(`${bom.components.length} packages of a production installation are in ${file}.`)
process.exitCode = problems.length > 0 ? 1 : 0

/** npm exits with 1 if it found something, and if the registry does not answer. */
function audit(): Promise<Audit> {
  return readFromNpm(['audit', '--omit=dev', '--json'], inRepository())
}
