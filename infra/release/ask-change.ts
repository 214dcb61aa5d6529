import type { RunScript } from './run-script.ts'

/** The answer of `npm run check:change -- --json`. */
type Answer =
  | { base: null; why: string }
  | { base: { name: string }; level: 'patch' | 'minor' | 'breaking'; missing: string[] }

/**
 * Asks what the change since an earlier commit needs.
 * @throws Error if it cannot be asked
 */
export async function askChange(root: string, since: string, runScript: RunScript): Promise<Answer> {
  const parameters = ['--json', '--since', since]
  const { stdout } = await runScript(root, 'check:change', parameters, { isSilent: true })
  if (!stdout.trim()) throw new Error('npm run check:change gave no answer: see above.')
  return JSON.parse(stdout)
}
