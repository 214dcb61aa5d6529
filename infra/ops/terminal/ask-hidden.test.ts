import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { askHidden } from './ask-hidden.ts'

function ask() {
  const terminal = { input: new PassThrough(), output: new PassThrough() }
  return { ...terminal, answer: askHidden('Password: ', terminal) }
}

describe('a secret that is asked for', () => {
  it('is returned, and not written to the terminal', async () => {
    const { input, output, answer } = ask()
    input.write('correct horsf\x7fe battery\r')
    expect(await answer).toBe('correct horse battery')
    expect(String(output.read())).toBe('Password: \n')
  })

  it.each([
    ['Ctrl-C', '\x03'],
    ['Ctrl-D', '\x04'],
  ])('is not returned after %s', async (_, key) => {
    const { input, answer } = ask()
    input.write(key)
    await expect(answer).rejects.toThrow('Interrupted')
  })
})
