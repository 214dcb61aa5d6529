/** Encryption of a backup with the program `age`: to a public key, so that whoever makes backups cannot read them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { Problem } from '../../local/problem.ts'

/** A step of a stream's pipeline. */
type Step = (chunks: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>

const asItIs: Step = async function* (chunks) {
  yield* chunks
}

/** @param recipient a public key of age; undefined: nothing is encrypted @throws Problem, while it runs, if age is missing or refuses */
export function encryptFor(recipient: string | undefined): Step {
  return recipient === undefined ? asItIs : throughAge(['--encrypt', '--recipient', recipient])
}

/** @param identity a file with the secret key; undefined: nothing is encrypted @throws Problem as encryptFor */
export function decryptWith(identity: string | undefined): Step {
  return identity === undefined ? asItIs : throughAge(['--decrypt', '--identity', identity])
}

function throughAge(args: string[]): Step {
  return async function* (chunks) {
    const child = spawn('age', args, { stdio: 'pipe' })
    let said = ''
    child.stderr.on('data', (chunk) => {
      said += chunk
    })
    const ended = once(child, 'close').catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT'
        ? new Problem('The program age is missing: install it, on Debian with apt-get install age.')
        : error
    })
    const fed = feed(child.stdin, chunks)
    // whoever stops reading does not ask for their failures
    for (const each of [ended, fed]) each.catch(() => {})
    try {
      yield* child.stdout
      await fed
      const [code] = await ended
      if (code !== 0) throw new Problem(`age refused: ${said.trim().split('\n')[0]}`)
    } finally {
      child.kill()
      await ended.catch(() => {})
    }
  }
}

/**
 * Writes all chunks. What a program does not read, because it refuses, is no error here: its exit code is one. The source is then left
 * as it is, so that the pipeline fails with the program's reason.
 * @throws the error of the source
 */
async function feed(stdin: Writable, chunks: AsyncIterable<Buffer>): Promise<void> {
  stdin.on('error', () => {})
  const source = chunks[Symbol.asyncIterator]()
  try {
    for (let next = await source.next(); !next.done; next = await source.next()) {
      const { value } = next
      const refused = await new Promise((resolve) => stdin.write(value, resolve))
      if (refused) return
    }
  } finally {
    stdin.end()
  }
}
