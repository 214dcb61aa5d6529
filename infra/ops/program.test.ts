import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { exitCodeOf, meanings } from './exit-codes.ts'
import { commandsOf, pathOf, programName } from './help.ts'
import { createProgram } from './program.ts'

const leaves = () => commandsOf(createProgram()).filter(({ commands }) => commands.length === 0)

/** All that `--help` prints. */
function helpOf(command: Command): string {
  let text = ''
  command.configureOutput({
    writeOut: (part) => {
      text += part
    },
  })
  command.outputHelp()
  return text
}

function examplesOf(command: Command): string[] {
  return [...helpOf(command).matchAll(/^ {2}npm run (?:-s )?ops -- (.+)$/gm)].map(([, call = '']) => call)
}

/** The words of a line of a shell, without what it redirects. */
function wordsOf(line: string): string[] {
  const [call = ''] = line.split(/ [<>] /)
  return [...call.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word)
}

/** Reads arguments without doing anything. @returns what is thrown, and what is printed */
async function parse(words: string[]): Promise<{ error: unknown; out: string; err: string }> {
  const printed = { out: '', err: '' }
  const program = createProgram()
  for (const command of [program, ...commandsOf(program)]) {
    if (command.commands.length === 0) command.action(() => {})
    command.configureOutput({
      writeOut: (part) => {
        printed.out += part
      },
      writeErr: (part) => {
        printed.err += part
      },
    })
  }
  const error = await program.parseAsync(words, { from: 'user' }).then(
    () => undefined,
    (thrown) => thrown,
  )
  return { error, ...printed }
}

describe('each command of the operators', () => {
  it.each(leaves().map((command) => [pathOf(command), command] as const))(
    '%s has a description, examples that its arguments accept, and its exit codes in the help',
    async (path, command) => {
      expect(command.description()).not.toBe('')
      for (const { long, description } of command.options) expect(description, String(long)).not.toBe('')
      for (const argument of command.registeredArguments)
        expect(argument.description, argument.name()).not.toBe('')
      const examples = examplesOf(command)
      expect(examples, 'add .addHelpText("after", details(…examples))').not.toEqual([])
      for (const example of examples) {
        expect(`${example} `.startsWith(`${path} `), example).toBe(true)
        expect((await parse(wordsOf(example))).error, example).toBeUndefined()
      }
      for (const [code] of meanings) expect(helpOf(command)).toMatch(new RegExp(`^ {2}${code} +\\S`, 'm'))
    },
  )

  it('prints JSON with --json', () => {
    const lacking = leaves().filter(({ options }) => !options.some(({ long }) => long === '--json'))
    expect(lacking.map(pathOf)).toEqual([])
  })

  it('is under a heading of the help', () => {
    for (const command of createProgram().commands) expect(command.helpGroup(), command.name()).not.toBe('')
  })
})

describe('arguments that no command takes', () => {
  it.each([
    [['statsu'], 'Did you mean status?'],
    [['status', '--jsn'], 'Did you mean --json?'],
    [['dead', 'skip', '3'], "required option '--reason <text>' not specified"],
    [['dead', 'skip', 'three', '--reason', 'x'], 'It must be an id of the list.'],
    [['staff-role', 'a@b.example', 'king'], 'Allowed choices are'],
    [['dead'], 'Commands:'],
  ])('%s is a usage error, explained on stderr', async (words, sentence) => {
    const { error, out, err } = await parse(words)
    expect(exitCodeOf(error)).toBe(2)
    expect(err).toContain(sentence)
    expect(out).toBe('')
  })

  it('but help is none, and a number may be typed as it is printed', async () => {
    const help = await parse(['--help'])
    expect(exitCodeOf(help.error)).toBe(0)
    expect(help).toMatchObject({ out: expect.stringContaining(`Usage: ${programName}`), err: '' })
    const skip = (hours: string) =>
      parse(['dead', 'skip', '--of', 'sms', '--older-than', hours, '--reason', 'x'])
    expect((await skip('1,200')).error).toBeUndefined()
    expect((await skip('12,')).err).toContain('It must be a whole number')
  })
})
