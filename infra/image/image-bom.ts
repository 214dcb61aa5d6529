import type { Bom, Component } from './bill-of-materials.ts'
import { isForDevelopment } from './for-development.ts'
import { isForPlatform, type LockFile, type Platform } from './lock-file.ts'

export type ImageFacts = {
  version: string
  commit: string | null
  /** Of the machine that runs the image */
  platform: Platform
  /** Components of the image below ours */
  base: Component[]
}

/**
 * The bill of materials of the image: of the production installation the packages that are in the image of a platform, either as
 * such or in the web client, and the packages of the base. Jaanch's own workspaces are one component with the version of the
 * release.
 */
export function bomOfImage(production: Bom, lock: LockFile, facts: ImageFacts): Bom {
  const { version, commit, platform, base } = facts
  const name = production.metadata.component.name
  const ownRef = `${name}@${version}`
  const needed = new Map(production.dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]))
  const elsewhere = packagesOfOtherPlatforms(lock, platform)
  const isInImage = (ref: string) => !elsewhere.has(ref) && !isForDevelopment(nameOf(ref))
  const isOwn = (ref: string) => ref.startsWith(`@${name}/`)
  const isTests = (ref: string) => ref.startsWith(`@${name}/tests@`)

  const present = new Set<string>()
  const open = [...needed.keys()].filter((ref) => isOwn(ref) && !isTests(ref))
  for (let ref = open.pop(); ref; ref = open.pop()) {
    if (present.has(ref) || !isInImage(ref)) continue
    present.add(ref)
    open.push(...(needed.get(ref) ?? []))
  }
  const others = (refs: Iterable<string>) => [...refs].filter((ref) => present.has(ref) && !isOwn(ref)).sort()
  const direct = [...present].filter(isOwn).flatMap((ref) => needed.get(ref) ?? [])

  return {
    ...production,
    metadata: {
      ...production.metadata,
      lifecycles: [{ phase: 'build' }],
      component: {
        ...production.metadata.component,
        'bom-ref': ownRef,
        type: 'container',
        version,
        purl: `pkg:npm/${ownRef}`,
        properties: commit ? [{ name: 'org.opencontainers.image.revision', value: commit }] : [],
      },
    },
    components: [
      ...production.components.filter((each) => present.has(each['bom-ref']) && !isOwn(each['bom-ref'])),
      ...base,
    ],
    dependencies: [
      { ref: ownRef, dependsOn: others(new Set(direct)) },
      ...others(present).map((ref) => ({ ref, dependsOn: others(needed.get(ref) ?? []) })),
    ],
  }
}

/** `@scope/name@1.2.3` without its version */
const nameOf = (ref: string) => ref.slice(0, ref.lastIndexOf('@'))

function packagesOfOtherPlatforms({ packages }: LockFile, platform: Platform): Set<string> {
  const others = Object.entries(packages).filter(([, entry]) => !isForPlatform(entry, platform))
  return new Set(others.map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`))
}
