import { readFileSync } from 'node:fs'
import { inRepository } from '@jaanch/infra/local/paths'
import { expect, it } from 'vitest'
import { pages } from './pages.ts'

it.each(Object.keys(pages))('docs/%s says what the code says: npm run docs writes it', (name) => {
  expect(readFileSync(inRepository('docs', name), 'utf8')).toBe(pages[name]?.())
})
