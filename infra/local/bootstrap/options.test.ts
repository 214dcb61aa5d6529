import { expect, test } from 'vitest'
import { readOptions } from './options.mjs'

test('reads the options of each program', () => {
  expect(readOptions('start', [])).toEqual({ open: false, yes: false, workers: 1 })
  expect(readOptions('start', ['--open'])).toEqual({ open: true, yes: false, workers: 1 })
  expect(readOptions('reset', ['-y'])).toEqual({ open: false, yes: true, workers: 1 })
})

test('has a help for each program that names its options', () => {
  expect(readOptions('start', ['--help'])).toMatchObject({ help: expect.stringContaining('--open') })
  expect(readOptions('reset', ['-h'])).toMatchObject({ help: expect.stringContaining('--yes') })
  expect(readOptions('test', ['--help'])).toMatchObject({ help: expect.stringContaining('npm test') })
})

test.each([
  ['start', ['--opne'], '--opne is not an option of "npm start": it takes --open, --workers and --help.'],
  ['start', ['--open', '-x'], '-x is not an option of "npm start": it takes --open, --workers and --help.'],
  ['start', ['--workers', '0'], '--workers takes a number from 1 to 16.'],
  ['start', ['--open=1'], '--open=1 is not an option of "npm start": it takes --open, --workers and --help.'],
  [
    'start',
    ['--no-open'],
    '--no-open is not an option of "npm start": it takes --open, --workers and --help.',
  ],
  ['reset', ['.data'], '".data" is not an option of "npm run reset": it takes --yes and --help.'],
  ['reset', ['--open'], '--open is not an option of "npm run reset": it takes --yes and --help.'],
  ['test', ['--open'], '--open is not an option of "npm test": it takes --help.'],
] as const)('npm %s refuses %j with a sentence', (program, args, problem) => {
  expect(readOptions(program, [...args])).toEqual({ problem })
})
