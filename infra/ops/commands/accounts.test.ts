import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { askHidden, findPasswordFault } from './accounts.ts'

it.each([
  ['correct horse battery', undefined],
  ['eleven char', 'at least 12'],
  ['x'.repeat(201), 'at most 200'],
  ['121212121212', 'different characters'],
  ['I am Priya.Nair 2026', 'contain the e-mail address'],
  ['admin-demo-2026', 'one of the demo'],
])('the password %j of an admin has the fault: %s', (password, fault) => {
  const found = findPasswordFault(password, 'priya.nair@example.org')
  if (fault === undefined) expect(found).toBeUndefined()
  else expect(found).toContain(fault)
})

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
