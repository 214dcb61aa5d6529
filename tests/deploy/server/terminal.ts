import { spawn } from 'node:child_process'
import { runInContainer } from './container.ts'

type Typed = {
  output: string
  /** Commands that ended with another status than 0; the block goes on, as when it is pasted */
  failures: string[]
  ms: number
}

/** The text that is typed when the output ends in a question. */
export type Replies = readonly (readonly [question: RegExp, reply: string])[]

export type Terminal = {
  /** Types a block of commands. @throws Error if it does not end within the time */
  type(commands: string, timeoutMs: number): Promise<Typed>
  close(): void
}

const blockFile = '/run/followed-block'
const end = /<<the block has ended>>/

/**
 * One shell with a terminal in a container, as of somebody who has logged in as root: variables and the directory stay from block to
 * block.
 * @param onOutput gets what appears on it
 */
export async function openTerminal(
  container: string,
  replies: Replies,
  onOutput: (text: string) => void,
): Promise<Terminal> {
  const shell = ['script', '-qfec', 'bash --noprofile --norc', '/dev/null']
  const child = spawn('docker', ['exec', '-i', '-w', '/root', container, ...shell], { stdio: 'pipe' })
  let output = ''
  let changed = Promise.withResolvers<void>()
  const receive = (chunk: Buffer) => {
    const text = chunk.toString().replaceAll('\r', '')
    output += text
    onOutput(text)
    changed.resolve()
  }
  child.stdout.on('data', receive)
  child.stderr.on('data', receive)
  child.stdin.write(
    "stty -echo cols 200; PS1=''; PS2=''; bind 'set enable-bracketed-paste off' 2>/dev/null\n",
  )

  return {
    async type(commands, timeoutMs) {
      await runInContainer(container, ['tee', blockFile], { input: commands })
      const startedAt = performance.now()
      const from = output.length
      let replied = from
      child.stdin.write(
        `trap 'echo "<<failed: $BASH_COMMAND>>"' ERR; . ${blockFile}; trap - ERR; echo '<<the block'" has ended>>"\n`,
      )
      const deadline = startedAt + timeoutMs
      while (!end.test(output.slice(from))) {
        const left = deadline - performance.now()
        if (left <= 0 || child.exitCode !== null)
          throw new Error(`The block has not ended:\n${commands}\n${output.slice(from).slice(-4_000)}`)
        for (const [question, reply] of replies) {
          if (!question.test(output.slice(replied))) continue
          replied = output.length
          child.stdin.write(`${reply}\n`)
        }
        changed = Promise.withResolvers()
        const timer = setTimeout(() => changed.resolve(), Math.min(left, 1_000))
        await changed.promise
        clearTimeout(timer)
      }
      const text = output.slice(from).replace(/<<the block has ended>>[\s\S]*/, '')
      const failures = [...text.matchAll(/<<failed: ([\s\S]*?)>>/g)]
        .map(([, command = '']) => command)
        // the last command of the block is also what the block ends with
        .filter((command) => command !== `. ${blockFile}`)
      return { output: text, failures, ms: performance.now() - startedAt }
    },
    close: () => void child.kill(),
  }
}
