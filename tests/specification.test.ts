import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/specification-tests.md'), 'utf8')
const files = globSync('{infra,packages,services,tests,web}/**/*.{test,spec}.{ts,tsx}', {
  cwd: root,
  exclude: (path) => path.includes('node_modules'),
})
const rows = page.split('\n').filter((line) => /^\| \d/.test(line))

/** The content of the last cell: `file › name`, one per line */
function testsOf(row: string): [file: string, name: string][] {
  const cell = row.split(' | ').at(-1)?.replace(/ \|$/, '') ?? ''
  return cell.split('<br>').map((one) => {
    const [, file = '', name = ''] = /^`([^`]+)` › (.+)$/.exec(one) ?? []
    return [file, name]
  })
}

describe('the list of the specification’s sentences', () => {
  it('has a test for each of them', () => {
    expect(rows.length).toBeGreaterThan(200)
    for (const row of rows) expect(testsOf(row), row).not.toContainEqual(['', ''])
  })

  it('names files and tests that are there', () => {
    for (const [file, name] of rows.flatMap(testsOf)) {
      const found = files.filter((path) => `/${path}`.endsWith(`/${file}`))
      expect(found, file).toHaveLength(1)
      const source = readFileSync(join(root, found[0] ?? ''), 'utf8').replaceAll("\\'", "'")
      expect(
        ["'", '"', '`'].some((quote) => source.includes(`${quote}${name}${quote},`)),
        `${file} › ${name}`,
      ).toBe(true)
    }
  })
})
