import { PassThrough } from 'node:stream'
import { afterEach, expect, it, vi } from 'vitest'
import { pauseAfter } from './observe.ts'
import { openScreen } from './screen.ts'

const closings: (() => void)[] = []
afterEach(() => {
  for (const close of closings.splice(0)) close()
})

function open() {
  const setRawMode = vi.fn()
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode })
  const output = new PassThrough()
  const onQuit = vi.fn()
  const onResize = vi.fn()
  const screen = openScreen({ input, output }, { onQuit, onResize })
  closings.push(screen.close)
  return { input, output, setRawMode, onQuit, onResize, screen, written: () => String(output.read() ?? '') }
}

it('takes the alternate screen and gives the terminal back once, also when the process ends by itself', () => {
  const { written, setRawMode, screen } = open()
  expect(written()).toBe('\x1b[?1049h\x1b[?25l')
  screen.draw(['one', 'two'])
  expect(written()).toBe('\x1b[Hone\x1b[K\r\ntwo\x1b[K\x1b[J')
  // what a crash does last
  process.listeners('exit').at(-1)?.(1)
  screen.close()
  screen.draw(['late'])
  expect(written()).toBe('\x1b[?25h\x1b[?1049l')
  expect(setRawMode.mock.calls).toEqual([[true], [false]])
})

it('ends with q and with Ctrl-C, and is drawn again in another size', async () => {
  for (const key of ['q', '\x03']) {
    const { input, onQuit } = open()
    input.write('x')
    input.write(key)
    await vi.waitFor(() => expect(onQuit).toHaveBeenCalledOnce())
  }
  const { output, onResize } = open()
  output.emit('resize')
  expect(onResize).toHaveBeenCalledOnce()
})

it('is read at most a tenth of the time', () => {
  expect(pauseAfter(20, 1_000)).toBe(980)
  expect(pauseAfter(500, 1_000)).toBe(4_500)
})
