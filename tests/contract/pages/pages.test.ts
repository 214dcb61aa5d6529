import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inRepository } from '@jaanch/infra/local/paths'
import { expect, it } from 'vitest'
import { pages } from './pages.ts'

it.each(Object.keys(pages))(
  'docs/%s says what the code says: npm run docs writes it [V2.1.3 V6.1.1]',
  (name) => {
    expect(readFileSync(inRepository('docs', name), 'utf8')).toBe(pages[name]?.())
  },
)

/** The headings of a page, as links name them. */
function anchorsOf(path: string): string[] {
  return [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  )
}

it('no page has a link to a page, a file or a heading that is not there', () => {
  const pagesOfAll = globSync(['*.md', 'docs/**/*.md'], { cwd: inRepository() })
  const broken = pagesOfAll.flatMap((page) =>
    [
      ...readFileSync(inRepository(page), 'utf8').matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g),
    ].flatMap(([link, path = '', anchor]) => {
      const target = path ? join(dirname(inRepository(page)), path) : inRepository(page)
      if (!existsSync(target)) return [`${page}: ${link}`]
      const isThere = !anchor || !target.endsWith('.md') || anchorsOf(target).includes(anchor)
      return isThere ? [] : [`${page}: ${link}`]
    }),
  )
  expect(broken).toEqual([])
})
