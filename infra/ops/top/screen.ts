/** The part of a terminal that the view needs */
export type Input = NodeJS.EventEmitter & {
  isTTY?: boolean
  setRawMode?(isRaw: boolean): unknown
  resume(): unknown
  pause(): unknown
}
export type Output = NodeJS.EventEmitter & {
  columns?: number
  rows?: number
  write(text: string): unknown
}

type Screen = {
  draw(lines: readonly string[]): void
  /** Gives the terminal back as it was; more than once does no harm */
  close(): void
}

const ctrlC = '\x03'
const quitKeys = ['q', 'Q', ctrlC]
const enter = '\x1b[?1049h\x1b[?25l'
const leave = '\x1b[?25h\x1b[?1049l'
const home = '\x1b[H'
const clearLine = '\x1b[K'
const clearBelow = '\x1b[J'

/**
 * Takes the whole terminal, as `top` does, until it is closed or the process ends, also by a crash.
 * @param onQuit q or Ctrl-C was pressed
 * @param onResize the terminal has another size
 */
export function openScreen(
  { input, output }: { input: Input; output: Output },
  { onQuit, onResize }: { onQuit: () => void; onResize: () => void },
): Screen {
  let isOpen = true
  const onKeys = (keys: Buffer) => {
    if (quitKeys.some((key) => keys.includes(key))) onQuit()
  }
  const close = () => {
    if (!isOpen) return
    isOpen = false
    process.off('exit', close)
    output.off('resize', onResize)
    input.off('data', onKeys)
    if (input.isTTY) input.setRawMode?.(false)
    input.pause()
    output.write(leave)
  }
  process.once('exit', close)
  output.on('resize', onResize)
  if (input.isTTY) {
    // Ctrl-C comes as a key, not as a signal that npm gets too
    input.setRawMode?.(true)
    input.on('data', onKeys)
    input.resume()
  }
  output.write(enter)
  return {
    // overwrites instead of clearing first, which would flicker
    draw: (lines) => {
      if (isOpen) output.write(home + lines.map((line) => line + clearLine).join('\r\n') + clearBelow)
    },
    close,
  }
}
