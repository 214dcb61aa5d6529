import { execFileSync } from 'node:child_process'

/**
 * Runs git in a directory. Variables of a git hook that is running do not count: they would lead to another repository.
 * @returns what it printed, without line breaks at its end
 * @throws Error with what git said
 */
export function git(directory: string, ...parameters: string[]): string {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      // who commits may be said by variables
      ([name]) => !name.startsWith('GIT_') || /^GIT_(AUTHOR|COMMITTER|CONFIG)_/.test(name),
    ),
  )
  const maxBuffer = 500_000_000
  return execFileSync('git', parameters, { cwd: directory, env, maxBuffer, stdio: 'pipe' })
    .toString()
    .trimEnd()
}

/** @returns what git printed; undefined if it failed */
export function tryGit(directory: string, ...parameters: string[]): string | undefined {
  try {
    return git(directory, ...parameters)
  } catch {
    return undefined
  }
}
