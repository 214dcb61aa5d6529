import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('../../../', import.meta.url)

/** A connection refuses a name that it knows with another text, so a name that two statements share fails now and then. */
it('no two prepared statements have the same name', () => {
  const files = execFileSync('git', ['ls-files', 'services', 'packages'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const names = files.flatMap((file) =>
    [...readFileSync(new URL(file, root), 'utf8').matchAll(/\bname: '([^']+)',\s+text:/g)].map(
      ([, name]) => name,
    ),
  )
  expect(names).toContain('renew-hold')
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
