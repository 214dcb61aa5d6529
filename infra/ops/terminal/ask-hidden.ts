import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { InterruptedProblem } from '../exit-codes.ts'

type Terminal = { input: NodeJS.ReadableStream; output: NodeJS.WritableStream }

/**
 * Asks for a secret, of which the terminal shows nothing.
 * @throws InterruptedProblem if the input ends, or after Ctrl-C
 */
export function askHidden(
  question: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<string> {
  // as a terminal, readline writes every key that is pressed: to nowhere
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: nowhere, terminal: true })
  output.write(question)
  return new Promise((resolve, reject) => {
    lines.once('line', (line) => {
      resolve(line)
      lines.close()
    })
    lines.once('SIGINT', () => lines.close())
    lines.once('close', () => {
      output.write('\n')
      reject(new InterruptedProblem('Interrupted: nothing was changed.'))
    })
  })
}
