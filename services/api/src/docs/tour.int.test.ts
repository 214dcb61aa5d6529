import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { loadDemo } from '@jaanch/infra/local/demo/load'
import { ownStackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'

const it = ownStackTest({
  // before the stack starts, as npm start does
  prepare: ({ databaseUrl }) => loadDemo({ databaseUrl }),
})

type Block = { heading: string; shell: string; prints: string }

/** The code blocks of the page, each with the expected output below it. */
function blocksOf(page: string): Block[] {
  const blocks: Block[] = []
  let heading = ''
  for (const [, title, kind, text = ''] of page.matchAll(/^#+ (.+)$|^```(\w+)\n([\s\S]*?)^```$/gm)) {
    if (title) heading = title
    if (kind === 'sh') blocks.push({ heading, shell: text, prints: '' })
    const last = blocks.at(-1)
    if (kind === 'text' && last) last.prints = text
  }
  return blocks
}

/** Runs a script in bash, with this Node first in PATH. @returns stdout and stderr in the order of output */
async function run(script: string, env: Record<string, string>): Promise<{ code: number; output: string }> {
  const path = `${dirname(process.execPath)}:${process.env.PATH}`
  const bash = spawn('bash', [], { env: { ...env, PATH: path }, stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [bash.stdout, bash.stderr]) stream.on('data', (chunk) => (output += chunk))
  bash.stdin.end(script)
  const code = await new Promise<number>((resolve) => bash.on('close', (exit) => resolve(exit ?? -1)))
  return { code, output }
}

/** A pattern of the expected output; `…` matches any text. */
function pattern(promised: string): RegExp {
  const parts = promised.trim().split('…')
  return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('[^]*')}$`)
}

const page = readFileSync(new URL('../../../../docs/api-tour.md', import.meta.url), 'utf8')
const blocks = blocksOf(page)

describe('the tour of the API', () => {
  it('prints in a shell what the page shows, block by block', async ({ stack }) => {
    expect(blocks.length).toBeGreaterThan(10)
    const marked = blocks.map(({ shell }, n) => `${shell}\necho; echo "=== block ${n} ==="\n`)
    const script = `{ set -euo pipefail\n${marked.join('')}} 2>&1; exit\n`
    const { code, output } = await run(script, { BASE: stack.url })
    const printed = output.split(/^=== block \d+ ===$/m)
    for (const [n, { heading, prints }] of blocks.entries()) {
      expect(printed[n]?.trim(), `“${heading}”\n${output}`).toMatch(pattern(prints))
    }
    expect(code).toBe(0)
  }, 180_000)
})
