import { parseArgs } from 'node:util'

/** @typedef {'start' | 'test' | 'reset'} Program */

const commonOptions = { help: { type: /** @type {const} */ ('boolean'), short: 'h' } }

/** @type {Record<Program, { options: Record<string, { type: 'boolean' | 'string', short?: string }>, help: string }>} */
const programs = {
  start: {
    options: { ...commonOptions, workers: { type: 'string' } },
    help: `npm start -- [options]
Runs the whole stack on this machine until Ctrl-C; docs/settings.md lists the variables that it takes.

  --workers N   worker processes, which share the work: 1 to 16, by default 1
  --help        prints this text`,
  },
  test: {
    options: commonOptions,
    help: `npm test
Checks everything: types, lint, structure, unit, integration and browser tests, Lighthouse. The README lists commands for parts.`,
  },
  reset: {
    options: { ...commonOptions, yes: { type: 'boolean', short: 'y' } },
    help: `npm run reset -- [options]
Deletes what npm start stored in DATA_DIR (default .data), after it has shown what that is and asked.

  --yes    does not ask
  --help   prints this text`,
  },
}

/**
 * @template {Program} Name
 * @param {Name} name
 * @param {string[]} args
 * @returns {{ problem: string } | { help?: string, yes: boolean, workers: number }} the options; `help`: a text to print instead of
 *   a run; `problem`: a sentence about an argument that there is not
 */
export function readOptions(name, args) {
  const { options, help } = programs[name]
  try {
    const { values } = parseArgs({ args, options })
    const workers = Number(values.workers ?? 1)
    if (!Number.isInteger(workers) || workers < 1 || workers > 16) {
      return { problem: '--workers takes a number from 1 to 16.' }
    }
    return { ...(values.help && { help }), yes: values.yes === true, workers }
  } catch (error) {
    return { problem: `${error instanceof Error ? error.message : error}\n\n${help}` }
  }
}

/** @param {unknown} name @returns {name is Program} */
export function isProgram(name) {
  return typeof name === 'string' && name in programs
}
