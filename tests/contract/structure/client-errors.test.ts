import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const source = resolve(import.meta.dirname, '../../../web/src')
const files = globSync('**/*.{ts,tsx}', { cwd: source }).filter((file) => !file.includes('.test.'))
const texts = files.map((file) => ({ file, text: readFileSync(resolve(source, file), 'utf8') }))

/** @returns what is between the braces of each `catch` */
function catchBlocks(text: string): string[] {
  return [...text.matchAll(/\bcatch\s*(?:\(\w+\)\s*)?\{/g)].map(({ 0: begin, index }) => {
    const start = index + begin.length
    let depth = 1
    let end = start
    for (; depth > 0 && end < text.length; end += 1) {
      if (text[end] === '{') depth += 1
      if (text[end] === '}') depth -= 1
    }
    return text.slice(start, end)
  })
}

test('a toast about a failure passes on the reason that the server gave: no catch calls toast.error itself', () => {
  const found = texts.filter(({ text }) => catchBlocks(text).some((block) => block.includes('toast.error(')))
  expect(found.map(({ file }) => file)).toEqual([])
  expect(texts.flatMap(({ text }) => catchBlocks(text)).length).toBeGreaterThan(30)
})

test('the client branches on the codes of errors, not on statuses and texts', () => {
  const branch =
    /\b(error|failure|problem|thrown)\??\.status\b|serverText\([^)]*\)\??\.includes|instanceof ApiError/
  const found = texts.filter(({ file, text }) => !file.startsWith('lib/http/') && branch.test(text))
  expect(found.map(({ file }) => file)).toEqual([])
})
