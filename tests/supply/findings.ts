/** What `npm run check:supply` demands, apart from running npm. */
import { type LockFile, packagesWithScripts, productionPackages } from '@jaanch/infra/image/lock-file'

type Bom = { components: { name: string; version: string }[] }

/** @returns a sentence for each package of a production installation that the bill of materials lacks */
export function findUnlisted(lock: LockFile, { components }: Bom): string[] {
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`))
  return productionPackages(lock)
    .filter((name) => !listed.has(name))
    .map((name) => `The bill of materials lacks ${name}.`)
}

/**
 * @param allowed the list `allowScripts` of package.json: true runs the script of a package, false does not
 * @returns a sentence for each package with a script that is not in the list, and for each entry without such a package
 */
export function findUnlistedScripts(lock: LockFile, allowed: Record<string, boolean>): string[] {
  const wanting = packagesWithScripts(lock)
  return [
    ...wanting
      .filter((name) => !(name in allowed))
      .map(
        (name) => `${name} runs a script when it is installed: decide on it in allowScripts of package.json.`,
      ),
    ...Object.keys(allowed)
      .filter((name) => !wanting.includes(name))
      .map((name) => `allowScripts of package.json names ${name}, which has no script.`),
  ]
}

type Vulnerability = { name: string; severity: string; range: string }
export type Audit = { vulnerabilities?: Record<string, Vulnerability> }

/**
 * @param audit what `npm audit --json` printed
 * @returns a sentence for each vulnerability that fails the check; undefined if the registry gave no answer
 */
export function findVulnerabilities(audit: Audit): string[] | undefined {
  if (!audit.vulnerabilities) return undefined
  return Object.values(audit.vulnerabilities)
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(({ name, severity, range }) => `${name} ${range} has a known ${severity} vulnerability.`)
}
