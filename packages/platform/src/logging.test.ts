import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createLog, describeError } from './logging.ts'
import { readRelease, releaseName } from './release.ts'

describe('a logged error', () => {
  it('contains its name, message, code and causes [V16.3.4]', () => {
    const cause = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' })
    expect(describeError(new TypeError('no answer', { cause }))).toMatchObject({
      type: 'TypeError',
      message: 'no answer',
      cause: { type: 'Error', message: 'connection refused', code: 'ECONNREFUSED' },
    })
  })

  it('contains none of the row values that Postgres adds to its errors [V16.2.5]', () => {
    const error = Object.assign(new Error('duplicate key value'), {
      code: '23505',
      detail: 'Key (email)=(asha@jaanch.example) already exists.',
      parameters: ['asha@jaanch.example'],
      cause: Object.assign(new Error('deeper'), { where: 'Asha Patel' }),
    })
    const kept = JSON.stringify(describeError(error))
    expect(kept).toContain('23505')
    expect(kept).not.toMatch(/asha/i)
  })
})

describe('a log', () => {
  it('has one line of JSON per entry, with its instant in UTC, whatever is logged [V1.3.10 V16.2.2]', () => {
    const lines: string[] = []
    const log = createLog('api', 'info', { write: (line) => void lines.push(line) })
    log.info({ call: 'GET /\r\n{"level":60,"msg":"forged"}' }, 'a line\nof two %s')
    expect(lines.join('').match(/\n/g)).toHaveLength(1)
    expect(JSON.parse(lines.join(''))).toMatchObject({
      service: 'api',
      version: releaseName(readRelease()),
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
      msg: 'a line\nof two %s',
    })
  })

  // every write to it fails like one to a full disk; Linux only
  const fullDisk = '/dev/full'

  it.skipIf(!existsSync(fullDisk))('neither ends nor blocks the process when its disk is full', () => {
    const program = `
      const { createLog } = await import('${new URL('logging.ts', import.meta.url)}')
      const log = createLog('test', 'info')
      for (let n = 0; n < 20; n += 1) {
        log.fatal('a line')
        await new Promise((resolve) => setImmediate(resolve))
      }
      console.error('still running')`
    const output = openSync(fullDisk, 'w')
    const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', output, 'pipe'],
      encoding: 'utf8',
      timeout: 120_000,
    })
    closeSync(output)
    expect({ stderr, status }).toEqual({ stderr: 'still running\n', status: 0 })
  })
})
