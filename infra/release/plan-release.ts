import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../local/problem.ts'
import { findFaults, findSection } from './changelog.ts'
import { type Checkout, tagOf } from './read-checkout.ts'
import { isOurs } from './release-files.ts'
import { compareVersions, nextVersion, parseVersion, type Step, stepBetween, steps } from './version.ts'

/**
 * How far a release of this version came before: nothing was written; its files are written, committed, or tagged. What follows is
 * done again.
 */
type Stage = 'new' | 'written' | 'committed' | 'tagged'

export type Plan = { version: string; stage: Stage; refusals: string[] }

/**
 * @param asked a version, or the number that goes up
 * @returns what is to be released, and a sentence for each reason not to
 * @throws Problem for something that is no version, or a number that goes up where nothing changed
 */
export function planRelease(checkout: Checkout, asked: string): Plan {
  const version = chooseVersion(checkout, asked)
  const stage = findStage(checkout, version)
  return {
    version,
    stage,
    refusals: [...refuseCheckout(checkout, version, stage), ...refuseVersion(checkout, version, stage)],
  }
}

function chooseVersion({ head, version, released, previous, releasedBy }: Checkout, asked: string): string {
  if (!isStep(asked)) {
    parseVersion(asked)
    return asked
  }
  const done = [...released].find(([, commit]) => commit === head)?.[0]
  if (done)
    throw new Problem(`This commit is release ${done}. To make its files again: npm run release -- ${done}`)
  // a release that was interrupted after its commit
  if (releasedBy && releasedBy !== previous) return releasedBy
  return nextVersion(previous ?? version, asked)
}

const isStep = (text: string): text is Step => (steps as readonly string[]).includes(text)

function findStage({ root, head, released, releasedBy, changed }: Checkout, version: string): Stage {
  if (released.get(version) === head) return 'tagged'
  if (releasedBy === version && !released.has(version)) return 'committed'
  return changed.length > 0 && !released.has(version) && isOurs(root, version, changed) ? 'written' : 'new'
}

function refuseCheckout(checkout: Checkout, version: string, stage: Stage): string[] {
  const { root, branch, isShallow, changed, hasIdentity } = checkout
  const refusals: string[] = []
  if (branch !== 'main')
    refusals.push(`Releases are made on the branch main, and this is ${branch ?? 'no branch'}.`)
  if (isShallow) refusals.push('The clone is shallow: run git fetch --unshallow --tags.')
  if (changed.length > 0 && stage !== 'written')
    refusals.push(`The checkout has changes that are not committed: ${changed.slice(0, 5).join(', ')}.`)
  if (!hasIdentity) refusals.push('git does not know who commits: set user.name and user.email.')
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  refusals.push(...findFaults(changelog).map((fault) => `CHANGELOG.md: ${fault}`))
  if (!findSection(changelog, version))
    refusals.push(`CHANGELOG.md says nothing about ${version}: write it under "## [Unreleased]".`)
  return refusals
}

function refuseVersion(
  { head, version: written, released, previous }: Checkout,
  version: string,
  stage: Stage,
): string[] {
  const tagged = released.get(version)
  if (tagged && tagged !== head)
    return [`The tag ${tagOf(version)} exists already, at ${tagged.slice(0, 12)}.`]
  if (stage !== 'new') return []
  const newest = [...released.keys()].sort(compareVersions).at(-1)
  if (newest && compareVersions(version, newest) <= 0)
    return [
      `${version} does not go up: ${newest} was released${newest === previous ? '' : ', on another branch'}.`,
    ]
  // the number may have been set before, by hand
  return compareVersions(version, written) < 0
    ? [`${version} does not go up: package.json has ${written}.`]
    : []
}

/**
 * Whether the number that goes up says enough (docs/releases.md).
 * @param level of the change, from `npm run check:change`
 * @returns a sentence if it does not
 */
export function refuseStep(
  previous: string,
  version: string,
  level: 'patch' | 'minor' | 'breaking',
): string[] {
  const step = stepBetween(previous, version)
  const isBeforeOne = parseVersion(version)[0] === 0
  const enough: Record<typeof level, readonly Step[]> = {
    patch: steps,
    minor: ['major', 'minor'],
    breaking: isBeforeOne ? ['major', 'minor'] : ['major'],
  }
  if (enough[level].includes(step)) return []
  const least = enough[level].at(-1) ?? 'major'
  const what =
    level === 'breaking'
      ? 'somebody has to change something for it'
      : 'it adds something, or changes the database'
  return [
    `The change since ${previous} asks for ${nextVersion(previous, least)} at least: ${what} (npm run check:change).`,
  ]
}
