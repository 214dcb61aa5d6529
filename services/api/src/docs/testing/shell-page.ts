/** A page of the documentation whose code blocks a test runs, and compares with what the page says that they print. */
import { spawn } from 'node:child_process'
import { dirname } from 'node:path'

type Block = { heading: string; shell: string; prints: string }

/** The code blocks of the page, each with the expected output below it. */
export function blocksOf(page: string): Block[] {
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
export async function runShell(
  script: string,
  env: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const path = `${dirname(process.execPath)}:${process.env.PATH}`
  const bash = spawn('bash', [], { env: { ...env, PATH: path }, stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [bash.stdout, bash.stderr]) stream.on('data', (chunk) => (output += chunk))
  bash.stdin.end(script)
  const code = await new Promise<number>((resolve) => bash.on('close', (exit) => resolve(exit ?? -1)))
  return { code, output }
}

/** A pattern of the expected output; `…` matches any text. */
export function patternOf(promised: string): RegExp {
  const parts = promised.trim().split('…')
  return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('[^]*')}$`)
}
