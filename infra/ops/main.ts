/** `npm run ops -- <command>`: what operators see and do. */
import { ConfigError } from '@jaanch/platform/config'
import { Command, CommanderError } from 'commander'
import { Problem } from '../local/problem.ts'
import { deadCommand } from './commands/dead.ts'
import { eventsCommand } from './commands/events.ts'
import { replayCommand } from './commands/replay.ts'
import { statusCommand } from './commands/status.ts'
import { traceCommand } from './commands/trace.ts'
import { verifyCommand } from './commands/verify.ts'
import { workCommand } from './commands/work.ts'

const program = new Command('npm run ops --')
  .description(
    'What operators see and do. Finds the running stack by DATABASE_URL and REDIS_URL, or by DATA_DIR.',
  )
  .showHelpAfterError()
  .exitOverride()

for (const command of [
  statusCommand(),
  eventsCommand(),
  traceCommand(),
  workCommand(),
  deadCommand(),
  replayCommand(),
  verifyCommand(),
]) {
  program.addCommand(command.exitOverride())
}

// a reader that has seen enough (`| head`) ends us in peace
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = tell(error)
}

/** @returns the exit code */
function tell(error: unknown): number {
  // commander has said it already, and asking for help is no failure
  if (error instanceof CommanderError) return error.exitCode
  const isKnown = error instanceof Problem || error instanceof ConfigError
  console.error(isKnown ? error.message : error)
  return 1
}
