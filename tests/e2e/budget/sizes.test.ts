import { expect, test } from 'vitest'
import { type Manifest, measureSizes } from './sizes.ts'

const manifest: Manifest = {
  'index.html': {
    file: 'index.js',
    isEntry: true,
    imports: ['_react'],
    css: ['index.css'],
    dynamicImports: ['src/features/catalogue/landing/landing.tsx', 'src/features/catalogue/home/home.tsx'],
  },
  _react: { file: 'react.js' },
  _cards: { file: 'cards.js', imports: ['_react'] },
  'src/features/catalogue/landing/landing.tsx': {
    file: 'landing.js',
    imports: ['_cards'],
    dynamicImports: ['src/dialog.tsx'],
  },
  'src/features/catalogue/home/home.tsx': { file: 'home.js', imports: ['_cards', '_react'] },
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
  measureSizes(manifest, (file) => sizes[file] ?? Number.NaN).map(({ name, bytes }) => [name, bytes]),
)

test('the size of the landing page contains each imported chunk once, and no chunk that is loaded on demand', () => {
  expect(bytes['Landing page, initial JS']).toBe(1_111)
})

test('the size of a lazy route contains the chunks that the first page has not loaded', () => {
  expect(bytes['src/features/catalogue/home/home.tsx']).toBe(10_100)
  expect(bytes).not.toHaveProperty('src/dialog.tsx')
})

test('the sizes contain the style sheets', () => {
  expect(bytes.CSS).toBe(7)
})

test('a manifest without a landing page is an error', () => {
  expect(() => measureSizes({ 'index.html': { file: 'index.js', isEntry: true } }, () => 0)).toThrow(
    'no landing page',
  )
})
