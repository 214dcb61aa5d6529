import { createInterface } from 'node:readline'
import { Problem } from '../problem.ts'

type Terminal = { input: NodeJS.ReadableStream & { isTTY?: boolean }; output: NodeJS.WritableStream }

/**
 * Asks a question that only the word `yes` answers with yes.
 *
 * @returns false for any other answer, for the end of the input and for Ctrl-C
 * @throws Problem if there is nobody to ask
 */
export function confirm(
  question: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stdout },
): Promise<boolean> {
  if (!input.isTTY) {
    throw new Problem(
      'There is no terminal to ask on, so nothing was deleted. In a script: npm run reset -- --yes',
    )
  }
  const lines = createInterface({ input, output })
  return new Promise((resolve) => {
    lines.once('close', () => resolve(false))
    lines.question(question, (answer) => {
      resolve(answer.trim() === 'yes')
      lines.close()
    })
  })
}
