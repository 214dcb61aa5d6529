/** `npm run docs`: writes the pages that are made from the code. */
import { writeFileSync } from 'node:fs'
import { inRepository } from '@jaanch/infra/local/paths'
import { pages } from './pages.ts'

for (const [name, page] of Object.entries(pages)) writeFileSync(inRepository('docs', name), page())
