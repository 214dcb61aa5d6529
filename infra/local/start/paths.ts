import { delimiter, dirname, join, resolve } from 'node:path'

export const repository = resolve(import.meta.dirname, '../../..')

/** The path of something in the repository. */
export function inRepository(...parts: string[]): string {
  return join(repository, ...parts)
}

/** Our environment, in which `node` is this Node 24 and the repository's tools come first. */
export function toolEnvironment(): NodeJS.ProcessEnv {
  const first = [dirname(process.execPath), inRepository('node_modules', '.bin')]
  return { ...process.env, PATH: [...first, process.env.PATH].join(delimiter) }
}
