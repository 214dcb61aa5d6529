import '@jaanch/booking-stream/streams'
import { Command } from 'commander'
import { createAdminCommand, removeSecondFactorCommand, staffRoleCommand } from './commands/accounts.ts'
import { alertTestCommand } from './commands/alert-test.ts'
import { backupCommand, checkBackupCommand } from './commands/backup.ts'
import { checkConfigCommand } from './commands/check-config.ts'
import { deadCommand } from './commands/dead.ts'
import { demoCommand } from './commands/demo.ts'
import { eraseCommand } from './commands/erase.ts'
import { replayCommand, verifyCommand } from './commands/replay.ts'
import { restoreCommand, restoredCommand } from './commands/restore.ts'
import { statusCommand } from './commands/status.ts'
import { describeError, exitCodeOf, exitCodes } from './exit-codes.ts'
import { commandsOf, pathOf, programName } from './help.ts'
import { paint } from './terminal.ts'

/** The commands under the headings of the help. Made anew for each caller: commander keeps what it parsed. */
const commandsByHeading = (): Record<string, Command[]> => ({
  'Look and mend:': [statusCommand(), checkConfigCommand(), alertTestCommand(), deadCommand()],
  'Replay:': [replayCommand(), verifyCommand()],
  'Copy and restore:': [backupCommand(), checkBackupCommand(), restoreCommand(), restoredCommand()],
  'People and data:': [
    createAdminCommand(),
    staffRoleCommand(),
    removeSecondFactorCommand(),
    eraseCommand(),
    demoCommand(),
  ],
})

/** The operators' program. Whatever ends it is thrown, also by subcommands (see exitCodeOf). */
export function createProgram(): Command {
  const program = new Command(programName)
    .description(
      'Commands for operators. They use the servers at DATABASE_URL and REDIS_URL, or the stack that runs on DATA_DIR.',
    )
    .configureHelp({ styleTitle: paint.bold })
    .addHelpText(
      'after',
      `\nA command's own help, with examples and exit codes: ${programName} <command> --help`,
    )
  for (const [heading, commands] of Object.entries(commandsByHeading())) {
    program.commandsGroup(heading)
    for (const command of commands) program.addCommand(command)
  }
  program.helpCommand('help [command]', 'the help of a command')
  for (const command of [program, ...commandsOf(program)]) {
    command
      .exitOverride()
      .showHelpAfterError(`See ${[programName, pathOf(command), '--help'].filter(Boolean).join(' ')}`)
  }
  return program
}

/** Runs a command, and prints why it failed. @param args those of the command line; none: the help @returns the exit code */
export async function runProgram(args: string[]): Promise<number> {
  try {
    await createProgram().parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' })
    return exitCodes.done
  } catch (error) {
    const description = describeError(error)
    if (description !== undefined) console.error(description)
    return exitCodeOf(error)
  }
}
