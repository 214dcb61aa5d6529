import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const files = globSync('{infra,packages,services,tests,web}/**/*.{test,spec}.{ts,tsx}', {
  cwd: root,
  exclude: (path) => path.includes('node_modules'),
})

/** A document of the repository. @param path from the root */
export function readDocument(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/**
 * The tests that a document cites: `path/of/test.ts` › name of the test, each followed by `<br>` or the end of its table cell.
 * Paths are shortened to what makes them unique.
 */
export function citedTests(text: string): { file: string; name: string }[] {
  return [...text.matchAll(/`([^`\s]+\.(?:test|spec)\.tsx?)` › (.+?)(?=<br>| \||$)/gm)].map(
    ([, file = '', name = '']) => ({ file, name }),
  )
}

/** @returns what is wrong with a cited test; undefined if there is one file of that path with a test of that name */
export function findFault({ file, name }: { file: string; name: string }): string | undefined {
  const [found, ...others] = files.filter((path) => `/${path}`.endsWith(`/${file}`))
  if (!found) return `${file} is not there`
  if (others.length > 0) return `${file} is more than one file`
  const source = readFileSync(join(root, found), 'utf8').replaceAll("\\'", "'")
  const isThere = ["'", '"', '`'].some((quote) => source.includes(`${quote}${name}${quote},`))
  return isThere ? undefined : `${file} has no test ‘${name}’`
}
