import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Files by their paths; null deletes one. */
export type Files = Record<string, string | null>

/** A git repository of its own, with a branch main. */
export type TestRepository = {
  readonly path: string
  /** Writes files without a commit */
  write(files: Files): void
  /** @returns the commit */
  commit(message: string, files?: Files): string
  git(...parameters: string[]): string
}

/** @param path an empty directory */
export function createRepository(path: string): TestRepository {
  const env = {
    // whatever the machine's own settings say
    PATH: process.env.PATH,
    HOME: path,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Test',
    GIT_AUTHOR_EMAIL: 'test@jaanch.example',
    GIT_COMMITTER_NAME: 'Test',
    GIT_COMMITTER_EMAIL: 'test@jaanch.example',
  }
  const git = (...parameters: string[]) =>
    execFileSync('git', parameters, { cwd: path, env, stdio: 'pipe' }).toString().trim()
  const write = (files: Files) => {
    for (const [name, text] of Object.entries(files)) {
      if (text === null) {
        git('rm', '-q', '-f', name)
        continue
      }
      mkdirSync(dirname(join(path, name)), { recursive: true })
      writeFileSync(join(path, name), text)
    }
  }
  git('init', '-q', '-b', 'main')
  return {
    path,
    write,
    git,
    commit(message, files = {}) {
      write(files)
      git('add', '-A')
      git('commit', '-q', '--allow-empty', '-m', message)
      return git('rev-parse', 'HEAD')
    },
  }
}
