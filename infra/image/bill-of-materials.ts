import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LockFile, manifestsOf, withoutDevelopment } from './lock-file.ts'

export type Component = {
  'bom-ref': string
  type: string
  name: string
  version: string
  purl?: string
  [other: string]: unknown
}

/** CycloneDX, as npm writes it */
export type Bom = {
  metadata: { component: Component; [other: string]: unknown }
  components: Component[]
  /** Which component needs which, by `bom-ref` */
  dependencies: { ref: string; dependsOn?: string[] }[]
}

/**
 * The software bill of materials of a production installation for all platforms, from a copy of the manifests without what only
 * development needs.
 * @param repository its directory
 */
export async function makeBom(repository: string): Promise<Bom> {
  const read = (name: string) => JSON.parse(readFileSync(join(repository, name), 'utf8'))
  const lock: LockFile = read('package-lock.json')
  const { version, workspaces } = read('package.json')
  const parent = mkdtempSync(join(tmpdir(), 'jaanch-bom-'))
  // npm names the project by its directory
  const directory = join(parent, 'jaanch')
  try {
    const production = withoutDevelopment(lock)
    for (const [path, manifest] of Object.entries(manifestsOf(production))) {
      mkdirSync(join(directory, path), { recursive: true })
      const project = path === '' ? { workspaces, version } : {}
      writeFileSync(join(directory, path, 'package.json'), JSON.stringify({ ...manifest, ...project }))
    }
    writeFileSync(join(directory, 'package-lock.json'), JSON.stringify(production))
    return await readFromNpm(['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], directory)
  } finally {
    rmSync(parent, { recursive: true })
  }
}

/** @returns the JSON that npm printed, whatever its exit code @throws Error if it printed none */
export function readFromNpm<Answer>(args: string[], cwd: string): Promise<Answer> {
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
