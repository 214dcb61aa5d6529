import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../local/problem.ts'
import { askChange } from './ask-change.ts'
import { describePlan, describeRest } from './describe-release.ts'
import { git, tryGit } from './git.ts'
import { type Plan, planRelease, refuseStep } from './plan-release.ts'
import { type Checkout, readCheckout, subjectOf, tagOf } from './read-checkout.ts'
import {
  dateOnDisk,
  isReleaseFile,
  leftover,
  plannedFiles,
  releaseFiles,
  writeFiles,
} from './release-files.ts'
import { checks, type ReleaseOptions } from './release-options.ts'
import { readNotes, writeArtefacts } from './write-artefacts.ts'

/**
 * Makes a release on this machine, and pushes nothing. If it is interrupted, the same call goes on where it was.
 * @throws Problem with all reasons not to release
 */
export async function release(options: ReleaseOptions): Promise<void> {
  const { root, asked, dryRun, log } = options
  const checkout = readCheckout(root)
  const plan = planRelease(checkout, asked)
  const refusals = [
    ...plan.refusals,
    ...(await refuseChange(options, checkout, plan)),
    ...(await refuseImage(options)),
    ...refuseUnchecked(options, checkout, plan),
  ]
  if (dryRun) for (const line of describePlan(options, plan)) log(line)
  if (refusals.length > 0)
    throw new Problem(
      `Release ${plan.version} is refused:\n${refusals.map((text) => `- ${text}`).join('\n')}`,
    )
  if (dryRun) return log('Nothing was changed.')

  await runChecks(options, checkout, plan)
  if (plan.stage === 'new' || plan.stage === 'written') commit(options, checkout, plan)
  if (plan.stage !== 'tagged') tag(options, plan)
  const files = await writeArtefacts({ ...options, version: plan.version })
  for (const line of describeRest(options, plan.version, files)) log(line)
}

async function refuseChange(
  { root, since, runScript, log }: ReleaseOptions,
  { previous }: Checkout,
  { version }: Plan,
): Promise<string[]> {
  const base = since ?? (previous ? tagOf(previous) : undefined)
  // without a base, check:change would take the tag of this release, if it is there already
  if (!base) {
    log(
      'No release is tagged before this one: what the change needs was NOT checked. --since <commit> names one.',
    )
    return []
  }
  const change = await askChange(root, base, runScript)
  if (!change.base) return [change.why]
  return [...change.missing, ...(previous ? refuseStep(previous, version, change.level) : [])]
}

async function refuseImage({ hasImage, hasEngine }: ReleaseOptions): Promise<string[]> {
  if (!hasImage || (await hasEngine())) return []
  return ['No Docker engine answers, so no image can be built: start it, or release with --no-image.']
}

/** The commit whose checks passed; git push does not push such references. */
const checkedRef = 'refs/jaanch/checked'

/** A release that goes on must have been checked when it began; one that is tagged only has its files made again. */
function refuseUnchecked(
  { root, skipChecks }: ReleaseOptions,
  { head }: Checkout,
  { version, stage }: Plan,
): string[] {
  if (skipChecks || stage === 'new' || stage === 'tagged') return []
  const begun = stage === 'written' ? head : parentOfRelease(root)
  if (begun && tryGit(root, 'rev-parse', '--verify', '--quiet', checkedRef) === begun) return []
  const leftovers = releaseFiles.map((path) => `${path}.new`).join(' ')
  const undo =
    stage === 'written'
      ? `git restore --staged --worktree ${releaseFiles.join(' ')}; rm -f ${leftovers}`
      : 'git reset --keep HEAD^'
  return [
    `Release ${version} was begun, but its checks did not pass for what it contains: take it back (${undo}) and start again, or --skip-checks.`,
  ]
}

/** The commit that the commit of a release follows; undefined if that changed other files too. */
function parentOfRelease(root: string): string | undefined {
  const changed = tryGit(root, 'diff', '--name-only', 'HEAD^', 'HEAD')
  const isOnlyRelease = changed?.split('\n').filter(Boolean).every(isReleaseFile)
  return isOnlyRelease ? git(root, 'rev-parse', 'HEAD^') : undefined
}

async function runChecks(
  { root, skipChecks, runScript, log }: ReleaseOptions,
  { head }: Checkout,
  { version, stage }: Plan,
): Promise<void> {
  if (stage === 'tagged') return log(`Release ${version} is tagged: its files are made again.`)
  if (skipChecks) return log(`${listScripts()} were NOT run for release ${version}: --skip-checks.`)
  if (stage !== 'new') return log(`Release ${version} was interrupted after its checks: it goes on.`)
  for (const script of checks) {
    log(`npm run ${script} …`)
    const { ok } = await runScript(root, script)
    if (!ok)
      throw new Problem(`npm run ${script} failed: ${version} is not released, and nothing was changed.`)
  }
  const now = readCheckout(root)
  if (now.head !== head || now.changed.length > 0)
    throw new Problem('The checkout was changed while the checks ran: nothing was released.')
  git(root, 'update-ref', checkedRef, head)
}

const listScripts = () => checks.map((script) => `npm run ${script}`).join(', ')

function commit({ root, log, now }: ReleaseOptions, { changed }: Checkout, { version }: Plan): void {
  const date = dateOnDisk(root, version) ?? now().toISOString().slice(0, 10)
  for (const path of changed) if (leftover(path)) rmSync(join(root, path))
  writeFiles(root, plannedFiles(root, version, date))
  // the number may have been set before, and the section dated
  git(root, 'commit', '--quiet', '--allow-empty', '-m', subjectOf(version), '--', ...releaseFiles)
  log(`Committed: ${subjectOf(version)}`)
}

/** Annotated, with the notes as its text; signed if tag.gpgSign of git says so. */
function tag({ root, log }: ReleaseOptions, { version }: Plan): void {
  // headings begin with the character of git's comments
  git(root, 'tag', '--annotate', '--cleanup=verbatim', '-m', readNotes(root, version, 'HEAD'), tagOf(version))
  log(`Tagged: ${tagOf(version)}`)
}
