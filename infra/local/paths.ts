import { delimiter, dirname, join, resolve } from 'node:path'

export const repository = resolve(import.meta.dirname, '../..')

/** An absolute path in the repository. */
export function inRepository(...parts: string[]): string {
  return join(repository, ...parts)
}

/** Our environment with a PATH that begins with this Node 24 and the tools of the repository. */
export function toolEnvironment(): NodeJS.ProcessEnv {
  const first = [dirname(process.execPath), inRepository('node_modules', '.bin')]
  return { ...process.env, PATH: [...first, process.env.PATH].join(delimiter) }
}
