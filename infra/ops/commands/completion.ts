import { resolve } from 'node:path'
import { Command } from 'commander'
import { bashCompletion } from '../completion.ts'
import { details } from '../help.ts'

const repository = resolve(import.meta.dirname, '../../..')

/** @param program called when the command runs, since the command is a part of it */
export function completionCommand(program: () => Command): Command {
  return new Command('completion')
    .description('prints what makes bash complete these commands, as npm run ops -- … and as jaanch-ops …')
    .addHelpText(
      'after',
      `
In a shell, or in ~/.bashrc:
  source <(npm run -s --prefix ${repository} ops -- completion)
${details({ examples: ['completion', 'completion > ~/.jaanch-ops.bash'] })}`,
    )
    .action(() => console.log(bashCompletion(program(), repository)))
}
