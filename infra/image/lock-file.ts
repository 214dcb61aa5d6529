/** What package-lock.json says about the packages of the project. */

type LockEntry = {
  name?: string
  version?: string
  /** A link to a workspace */
  link?: boolean
  dev?: boolean
  hasInstallScript?: boolean
  /** Where it can be installed; default everywhere */
  os?: string[]
  cpu?: string[]
  libc?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, unknown>
  optionalDependencies?: Record<string, string>
}
export type LockFile = { packages: Record<string, LockEntry> }

const modules = 'node_modules/'

const nameOf = (path: string, { name }: LockEntry) => name ?? path.split(modules).at(-1) ?? path
const isInstalled = ([path, { link }]: [string, LockEntry]) => path.includes(modules) && !link

/** `name@version` of every package that a production installation contains, in alphabetical order */
export function productionPackages({ packages }: LockFile): string[] {
  const installed = Object.entries(packages).filter((entry) => isInstalled(entry) && !entry[1].dev)
  return [...new Set(installed.map(([path, entry]) => `${nameOf(path, entry)}@${entry.version}`))].sort()
}

export type Platform = { os: string; cpu: string; libc: string }

/** Whether npm installs a package on a platform: `!linux` excludes one. */
export function isForPlatform(entry: Pick<LockEntry, keyof Platform>, platform: Platform): boolean {
  return (['os', 'cpu', 'libc'] as const).every((key) => {
    const [listed, value] = [entry[key], platform[key]]
    if (!listed) return true
    if (listed.some((each) => each.startsWith('!'))) return !listed.includes(`!${value}`)
    return listed.includes(value)
  })
}

/** Names of the packages that want to run a script when they are installed, in alphabetical order */
export function packagesWithScripts({ packages }: LockFile): string[] {
  const wanting = Object.entries(packages).filter(
    (entry) => isInstalled(entry) && entry[1].hasInstallScript === true,
  )
  return [...new Set(wanting.map(([path, entry]) => nameOf(path, entry)))].sort()
}

/**
 * The lock file without what only development needs. `npm sbom --omit=dev` leaves out too much: every package that a workspace
 * also names for development, and what that needs.
 */
export function withoutDevelopment(lock: LockFile): LockFile {
  const kept = Object.entries(lock.packages).filter(([, { dev }]) => !dev)
  return {
    ...lock,
    packages: Object.fromEntries(kept.map(([path, { devDependencies: _, ...entry }]) => [path, entry])),
  }
}

/** The manifests of the project and its workspaces by their directories, as the lock file has them */
export function manifestsOf({ packages }: LockFile): Record<string, LockEntry> {
  return Object.fromEntries(Object.entries(packages).filter(([path]) => !path.includes(modules)))
}
