import { readFileSync } from 'node:fs'
import { inRepository } from '@jaanch/infra/local/paths'
import { expect, it } from 'vitest'
import { findUnseen, readBlocks } from './page.ts'

const page = `# Title
## 1. First
text \`sh\`
\`\`\`sh
one
two
\`\`\`
\`\`\`text
seen … here
\`\`\`
\`\`\`ini
[Service]
\`\`\`
### Second
\`\`\`sh debian-12 upgrade
three
\`\`\`
`

it('blocks are read with their section, their tags and what is shown below them', () => {
  expect(readBlocks(page)).toEqual([
    { section: '1. First', tags: [], commands: 'one\ntwo\n', shown: ['seen … here'] },
    { section: 'Second', tags: ['debian-12', 'upgrade'], commands: 'three\n', shown: [] },
  ])
})

it('what the page shows is looked for in the output, with … for anything and any number of blanks', () => {
  expect(findUnseen(['seen … here', 'a+b (c)'], 'x seen   this   here y\na+b  (c)')).toEqual([])
  expect(findUnseen(['seen … here', 'other'], 'seen\nhere')).toEqual(['seen … here', 'other'])
})

it('every tag of the page is one that the follower knows', () => {
  const tags = readBlocks(readFileSync(inRepository('docs/server.md'), 'utf8')).flatMap(({ tags }) => tags)
  const known = [
    'settings',
    'debian-12',
    'debian-13',
    'letsencrypt',
    'certificate',
    'upgrade',
    'rollback',
    'second-machine',
    'offsite',
    'restore',
    'alerts',
  ]
  expect([...new Set(tags)].sort()).toEqual(known.sort())
})
