import type { Command } from 'commander'
import { meanings } from './exit-codes.ts'

/** How the commands are called in examples and messages */
export const programName = 'npm run ops --'

/** The meaning of exit code 1 for a command whose answer can be "no" */
type Answer = { no: string }

/**
 * The end of a command's help, for `.addHelpText('after', …)`: examples and exit codes.
 * @param about real calls, without the program: `dead skip 42 --reason "ordered by telephone"`
 */
export function details(...about: readonly (string | Answer)[]): string {
  const examples = about.filter((each) => typeof each === 'string')
  const no = about.find((each) => typeof each === 'object')?.no
  const codes = meanings.map(([code, meaning]) => [code, code === 1 && no ? `${no}, or ${meaning}` : meaning])
  return [
    '\nExamples:',
    ...examples.map((example) => `  ${callOf(example)}`),
    '\nExit codes:',
    ...codes.map(([code, meaning]) => `  ${String(code).padEnd(3)}  ${meaning}`),
  ].join('\n')
}

/** npm prints the name of the script on stdout, which is no JSON, unless it is silent. */
function callOf(example: string): string {
  return `${example.includes('--json') ? programName.replace('run', 'run -s') : programName} ${example}`
}

/** The name of a command with those of its parents: `dead skip`; empty for the program. */
export function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}`.trim() : ''
}

/** All commands and their subcommands, parents first. */
export function commandsOf(command: Command): Command[] {
  return command.commands.flatMap((one) => [one, ...commandsOf(one)])
}
