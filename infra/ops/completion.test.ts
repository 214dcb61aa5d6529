import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { bashCompletion } from './completion.ts'
import { createProgram } from './program.ts'

const script = bashCompletion(createProgram(), "/home/o'neill/jaanch")

/** What bash offers for the last word of each line, which may be unfinished. */
function complete(lines: string[], { before = '' } = {}): string[][] {
  const asks = lines.map((line) => {
    const words = line.split(/ |(?<==)|(?==)/)
    const quoted = words.map((word) => `'${word}'`).join(' ')
    const ask = words[0] === 'npm' ? '_jaanch_npm' : '_jaanch_ops'
    return `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; ${ask}; echo "\${COMPREPLY[@]}"`
  })
  const out = execFileSync('bash', ['--norc', '--noprofile', '-c', [before, script, ...asks].join('\n')], {
    encoding: 'utf8',
  })
  return out
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split(' ').filter(Boolean))
}

describe('the completion of bash', () => {
  it('offers commands, subcommands, options and choices', () => {
    const [commands, subcommands, rest, options, actions, consumers, names, choice] = complete([
      'jaanch-ops st',
      'jaanch-ops dead ',
      'jaanch-ops dead sk',
      'jaanch-ops replay --',
      'jaanch-ops audit --limit 5 --action report',
      'jaanch-ops dead retry --of=e',
      'jaanch-ops consumer rewind ',
      'jaanch-ops help audi',
    ])
    expect(commands).toEqual(['status'])
    expect(subcommands).toEqual(expect.arrayContaining(['list', 'retry', 'skip']))
    expect(rest).toEqual(['skip'])
    expect(options).toEqual(expect.arrayContaining(['--dry-run', '--json', '--help']))
    expect(actions).toEqual(['report-opened', 'report-subject-confirmed'])
    expect(consumers).toEqual(['email'])
    expect(names).toEqual(expect.arrayContaining(['orders', 'reminders']))
    expect(choice).toEqual(['audit'])
  })

  it('offers nothing of its own where anything may be typed, so that bash offers files', () => {
    expect(complete(['jaanch-ops backup ', 'jaanch-ops create-admin a@b.example --password-file '])).toEqual([
      [],
      [],
    ])
  })

  it('knows npm run ops -- …, and leaves the rest of npm to the completion that it had', () => {
    const before = '_npm_completion() { COMPREPLY=(install); }; complete -o default -F _npm_completion npm'
    const lines = ['npm run ops -- sta', 'npm run -s ops -- dead r', 'npm in', 'npm run build -- sta']
    expect(complete(lines, { before })).toEqual([['status'], ['retry'], ['install'], ['install']])
    expect(complete(['npm in'])).toEqual([[]])
    // sourced twice
    expect(complete(['npm in'], { before: `${before}\n${script}` })).toEqual([['install']])
  })
})
