/** `npm run ops -- <command>`: the commands of operators. */
import { AppError } from '@jaanch/contracts/errors'
import { ConfigError } from '@jaanch/platform/config'
import { Command, CommanderError } from 'commander'
import { Problem } from '../local/problem.ts'
import { auditCommand } from './commands/audit.ts'
import { backupCommand } from './commands/backup.ts'
import { consumerCommand } from './commands/consumer.ts'
import { createAdminCommand } from './commands/create-admin.ts'
import { deadCommand } from './commands/dead.ts'
import { demoCommand } from './commands/demo.ts'
import { eraseCommand } from './commands/erase.ts'
import { eventCommand } from './commands/event.ts'
import { eventsCommand } from './commands/events.ts'
import { quarantineCommand } from './commands/quarantine.ts'
import { removeSecondFactorCommand } from './commands/remove-second-factor.ts'
import { replayCommand, verifyCommand } from './commands/replay.ts'
import { restoreCommand } from './commands/restore.ts'
import { restoredCommand } from './commands/restored.ts'
import { statusCommand } from './commands/status.ts'
import { traceCommand } from './commands/trace.ts'
import { workCommand } from './commands/work.ts'

const program = new Command('npm run ops --')
  .description(
    'Commands for operators. They use the servers at DATABASE_URL and REDIS_URL, or the stack that runs on DATA_DIR.',
  )
  .showHelpAfterError()
  .exitOverride()

for (const command of [
  statusCommand(),
  eventsCommand(),
  eventCommand(),
  traceCommand(),
  auditCommand(),
  workCommand(),
  deadCommand(),
  consumerCommand(),
  replayCommand(),
  verifyCommand(),
  restoredCommand(),
  backupCommand(),
  restoreCommand(),
  eraseCommand(),
  quarantineCommand(),
  createAdminCommand(),
  demoCommand(),
  removeSecondFactorCommand(),
]) {
  program.addCommand(command.exitOverride())
}

// `| head` closes the pipe early
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = printError(error)
}

/** @returns the exit code */
function printError(error: unknown): number {
  // commander has printed it; --help is not a failure
  if (error instanceof CommanderError) return error.exitCode
  const isKnown = error instanceof Problem || error instanceof AppError || error instanceof ConfigError
  console.error(isKnown ? error.message : error)
  return 1
}
