/**
 * `npm run check:supply`: writes the software bill of materials of a production installation (CycloneDX) to
 * test-results/sbom.cdx.json, and checks it, the install scripts and, where the registry answers, known vulnerabilities.
 * Exits with 1 and one line per problem.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRepository } from '@jaanch/infra/local/paths'
import { type Audit, type Bom, findUnlisted, findUnlistedScripts, findVulnerabilities } from './findings.ts'
import { type LockFile, manifestsOf, withoutDevelopment } from './lock-file.ts'

const lock: LockFile = JSON.parse(readFileSync(inRepository('package-lock.json'), 'utf8'))
const { workspaces, allowScripts } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8'))

const bom = await makeBom()
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

/** Of a copy of the manifests without what only development needs. */
async function makeBom(): Promise<Bom> {
  const parent = mkdtempSync(join(tmpdir(), 'jaanch-supply-'))
  // npm names the project by its directory
  const directory = join(parent, 'jaanch')
  try {
    const production = withoutDevelopment(lock)
    for (const [path, manifest] of Object.entries(manifestsOf(production))) {
      mkdirSync(join(directory, path), { recursive: true })
      const project = path === '' ? { workspaces } : {}
      writeFileSync(join(directory, path, 'package.json'), JSON.stringify({ ...manifest, ...project }))
    }
    writeFileSync(join(directory, 'package-lock.json'), JSON.stringify(production))
    return await npm(['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], directory)
  } finally {
    rmSync(parent, { recursive: true })
  }
}

/** npm exits with 1 if it found something, and if the registry does not answer. */
function audit(): Promise<Audit> {
  return npm(['audit', '--omit=dev', '--json'], inRepository())
}

/** @returns the JSON that npm printed, whatever its exit code @throws Error if it printed none */
function npm<Answer>(args: string[], cwd: string): Promise<Answer> {
  return new Promise((resolve, reject) =>
    execFile('npm', args, { cwd, maxBuffer: 100_000_000 }, (_error, stdout, stderr) => {
      try {
        resolve(JSON.parse(stdout))
      } catch {
        reject(new Error(`npm ${args[0]} printed no JSON:\n${stderr}`))
      }
    }),
  )
}
