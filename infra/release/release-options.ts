import type { RunScript } from './run-script.ts'

export type ReleaseOptions = {
  root: string
  /** A version, or `major`, `minor`, `patch` */
  asked: string
  /** What the change is compared with if no release was tagged before */
  since?: string | undefined
  dryRun: boolean
  /** Runs no tests, and goes on if check:supply finds something */
  skipChecks: boolean
  /** false: no image is built */
  hasImage: boolean
  /** Whether an image can be built here */
  hasEngine: () => Promise<boolean>
  /** Passed to `npm run image` */
  imageParameters: readonly string[]
  runScript: RunScript
  log: (line: string) => void
  now: () => Date
}

/** Scripts of package.json, in the order in which they run */
export const checks = ['test', 'test:versions', 'check:supply'] as const
