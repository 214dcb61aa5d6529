/** `npm run ops -- <command>`: the commands of operators. */
import { describeError, exitCodeOf } from './exit-codes.ts'
import { createProgram } from './program.ts'

// `| head` closes the pipe early
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

const args = process.argv.slice(2)

try {
  await createProgram().parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' })
} catch (error) {
  const description = describeError(error)
  if (description !== undefined) console.error(description)
  process.exitCode = exitCodeOf(error)
}
