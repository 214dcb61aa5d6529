/** Version numbers as docs/releases.md promises them: three numbers, without further parts. */
import { Problem } from '../local/problem.ts'

const pattern = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/

export const steps = ['major', 'minor', 'patch'] as const
export type Step = (typeof steps)[number]

/** @throws Problem for anything else than three numbers */
export function parseVersion(text: string): [major: number, minor: number, patch: number] {
  const match = pattern.exec(text)
  if (!match) throw new Problem(`${text} is no version: write three numbers such as 1.4.0.`)
  return [Number(match[1]), Number(match[2]), Number(match[3])]
}

/** @returns below 0 if `a` is older than `b`, 0 if they are the same */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parseVersion(a), parseVersion(b)]
  const different = left.findIndex((part, index) => part !== right[index])
  return different < 0 ? 0 : (left[different] ?? 0) - (right[different] ?? 0)
}

/** @returns the version after another one */
export function nextVersion(version: string, step: Step): string {
  const [major, minor, patch] = parseVersion(version)
  if (step === 'major') return `${major + 1}.0.0`
  return step === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`
}

/** @returns which number goes up from one version to a newer one */
export function stepBetween(older: string, newer: string): Step {
  const [before, now] = [parseVersion(older), parseVersion(newer)]
  return steps[now.findIndex((part, index) => part !== before[index])] ?? 'patch'
}
