import { expect, test } from 'vitest'
import { type Manifest, weigh } from './weigh.ts'

const manifest: Manifest = {
  'index.html': {
    file: 'index.js',
    isEntry: true,
    imports: ['_react'],
    css: ['index.css'],
    dynamicImports: ['src/features/landing/landing.tsx', 'src/features/home/home.tsx'],
  },
  _react: { file: 'react.js' },
  _cards: { file: 'cards.js', imports: ['_react'] },
  'src/features/landing/landing.tsx': {
    file: 'landing.js',
    imports: ['_cards'],
    dynamicImports: ['src/dialog.tsx'],
  },
  'src/features/home/home.tsx': { file: 'home.js', imports: ['_cards', '_react'] },
  'src/dialog.tsx': { file: 'dialog.js' },
}
const sizes: Record<string, number> = {
  'index.js': 1,
  'react.js': 10,
  'cards.js': 100,
  'landing.js': 1_000,
  'home.js': 10_000,
  'dialog.js': 100_000,
  'index.css': 7,
}
const bytes = Object.fromEntries(
  weigh(manifest, (file) => sizes[file] ?? Number.NaN).map(({ name, bytes }) => [name, bytes]),
)

test('the landing page weighs what it imports, each chunk once, and not what it loads on demand', () => {
  expect(bytes['Landing page, initial JS']).toBe(1_111)
})

test('a lazy route weighs what the first page has not brought', () => {
  expect(bytes['src/features/home/home.tsx']).toBe(10_100)
  expect(bytes).not.toHaveProperty('src/dialog.tsx')
})

test('style sheets are weighed', () => {
  expect(bytes.CSS).toBe(7)
})

test('a manifest without a landing page is no budget kept', () => {
  expect(() => weigh({ 'index.html': { file: 'index.js', isEntry: true } }, () => 0)).toThrow(
    'no landing page',
  )
})
