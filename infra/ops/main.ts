/** `npm run ops -- <command>`: the commands of operators. */
import { runProgram } from './program.ts'

// `| head` closes the pipe early
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

process.exitCode = await runProgram(process.argv.slice(2))
