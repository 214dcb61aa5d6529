import { expect, it } from 'vitest'
import { runInSurroundings, runOps } from './testing.ts'

it('two programs at once have their own environment, output and exit code, and the process keeps its own', async () => {
  const bothRun = Promise.withResolvers<void>()
  const program = (name: string, code: number) =>
    runInSurroundings({ NAME: name }, async () => {
      if (code === 2) bothRun.resolve()
      await bothRun.promise
      console.log(process.env.NAME)
      process.stderr.write(`${process.env.NAME} failed`)
      return code
    })
  const running = Promise.all([program('one', 1), program('two', 2)])
  expect(process.env.NAME).toBeUndefined()
  expect(await running).toEqual([
    { code: 1, out: 'one\n', err: 'one failed' },
    { code: 2, out: 'two\n', err: 'two failed' },
  ])
})

it('a program that ends its process fails the test, and one that listens to signals leaves no listener', async () => {
  const listening = () => process.listenerCount('SIGTERM')
  const before = listening()
  const ending = runInSurroundings({}, async () => {
    process.on('SIGTERM', () => {})
    return process.exit(0)
  })
  await expect(ending).rejects.toThrow('process.exit(0)')
  expect(listening()).toBe(before)
})

it('a command without arguments prints the help', async () => {
  expect(await runOps({})).toMatchObject({
    code: 0,
    out: expect.stringContaining('Usage: npm run ops'),
    err: '',
  })
})
