import { expect, test } from 'vitest'
import { readOptions } from './options.mjs'

test('the options of each program are read', () => {
  expect(readOptions('start', [])).toEqual({ yes: false, workers: 1 })
  expect(readOptions('start', ['--workers', '3'])).toEqual({ yes: false, workers: 3 })
  expect(readOptions('reset', ['-y'])).toEqual({ yes: true, workers: 1 })
  expect(readOptions('test', ['--help'])).toMatchObject({ help: expect.stringContaining('npm test') })
})

test.each([
  ['start', ['--wrokers'], "Unknown option '--wrokers'"],
  ['start', ['--workers', '0'], '--workers takes a number from 1 to 16.'],
  ['reset', ['.data'], "Unexpected argument '.data'"],
] as const)('npm %s refuses %j: %s', (program, args, problem) => {
  expect(readOptions(program, [...args])).toMatchObject({ problem: expect.stringContaining(problem) })
})
